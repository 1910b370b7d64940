import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Input } from '@platform/client';

import { EXIT, formatTable, textOf, UsageError } from '../command.ts';
import type { Command } from '../command.ts';

const MODES = ['light', 'dark', 'high_contrast', 'high_contrast_dark'] as const;

export const listThemesCommand: Command = {
  name: 'themes list',
  summary: "List the organisation's themes",
  operands: '[TEXT]',
  description: 'TEXT is a part of the name.',
  options: {},
  async run({ platform, operands, signal }) {
    const search = operands[0];
    const themes = await platform()
      .themes.list(search === undefined ? {} : { search }, { signal })
      .all();
    const rows = themes.map(({ id, name, palette_id: palette, updated_at: changed }) => [
      id,
      name,
      palette,
      changed.slice(0, 10),
    ]);
    return {
      exitCode: EXIT.ok,
      text: formatTable([['ID', 'NAME', 'PALETTE', 'CHANGED'], ...rows]),
      json: { themes },
    };
  },
};

export const showThemeCommand: Command = {
  name: 'themes show',
  summary: 'Show the roles of a theme',
  operands: 'ID',
  options: { mode: { type: 'string', value: 'MODE', help: `${MODES.join(', ')}; light by default` } },
  async run({ platform, operands, values, signal }) {
    const [id] = operands;
    if (id === undefined || operands.length > 1)
      throw new UsageError('Name one theme; dap themes list shows them.');
    const mode = MODES.find((name) => name === (textOf(values, 'mode') ?? 'light'));
    if (mode === undefined) throw new UsageError(`--mode is one of ${MODES.join(', ')}.`);
    const theme = await platform().themes.show(id, { signal });
    const roles = Object.entries(theme.modes[mode] as Record<string, unknown>).map(([role, value]) => [
      role,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return {
      exitCode: EXIT.ok,
      text: `${theme.name}, ${mode}: ${theme.preview_url}\n\n${formatTable([['ROLE', 'COLOUR'], ...roles])}`,
      json: { theme },
    };
  },
};

/** The tokens of a file. @throws UsageError */
const tokensIn = async (file: string): Promise<Input<'themes.create'>['tokens']> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Input<'themes.create'>['tokens'];
  } catch (error) {
    throw new UsageError(`${file} holds no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

export const createThemeCommand: Command = {
  name: 'themes create',
  summary: 'Make a theme from a palette',
  operands: 'NAME',
  options: {
    palette: { type: 'string', value: 'pal_…', help: 'Id of the palette' },
    tokens: { type: 'string', value: 'FILE', help: 'Own tokens, as DTCG JSON' },
  },
  async run({ platform, operands, values, signal, terminal }) {
    const name = operands.join(' ').trim();
    const palette = textOf(values, 'palette');
    if (name === '' || palette === undefined) throw new UsageError('A theme needs a name and --palette.');
    const file = textOf(values, 'tokens');
    const tokens = file === undefined ? {} : await tokensIn(resolve(terminal.cwd, file));
    const theme = await platform().themes.create({ name, palette_id: palette, tokens }, { signal });
    const warnings = theme.warnings.map((warning) => `Warning: ${warning}\n`).join('');
    return {
      exitCode: EXIT.ok,
      text: `${theme.id} ${theme.name}\n${theme.preview_url}\n${warnings}`,
      json: { theme },
    };
  },
};
