import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';

import type { Input } from '@platform/client';

import { EXIT, isSet, textOf, UsageError } from '../command.ts';
import type { Command } from '../command.ts';

type Body = Input<'tokens.import.create'>;
type File = NonNullable<Body['files']>[number];

/** Files of a folder that are read; the platform leaves out the rest of them that have no tokens. */
const TOKENS = /\.(?:json|json5|jsonc|tokens|ya?ml|css|scss|less|pcss)$/i;
/** Formats and archives that aren't text. */
const BYTES = /\.(?:ase|aco|zip)$/i;
/** Lines of each list; `--json` has all. */
const MOST_LINES = 20;

const unreadable = (file: string, error: unknown): UsageError =>
  new UsageError(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}`);

const readOne = async (path: string, name: string): Promise<File> => {
  const bytes = await readFile(path);
  return { name, content: bytes.toString(BYTES.test(name) ? 'base64' : 'utf8') };
};

/** A file, or those of a folder with tokens, by their names in it. @throws UsageError */
const filesAt = async (given: string, cwd: string): Promise<File[]> => {
  const path = resolve(cwd, given);
  try {
    if (!(await stat(path)).isDirectory()) return [await readOne(path, basename(path))];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && TOKENS.test(entry.name))
      .map((entry) => relative(path, join(entry.parentPath, entry.name)))
      .filter((name) => !name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules'));
    return await Promise.all(
      names.sort().map((name) => readOne(join(path, name), name.split(sep).join('/'))),
    );
  } catch (error) {
    throw unreadable(given, error);
  }
};

const listed = (title: string, lines: readonly string[]): string => {
  if (lines.length === 0) return '';
  const more = lines.length - MOST_LINES;
  const rest = more > 0 ? [`… and ${more} more; --json has all`] : [];
  return `\n${title}\n${[...lines.slice(0, MOST_LINES), ...rest].map((line) => `  ${line}\n`).join('')}`;
};

export const importThemeCommand: Command = {
  name: 'themes import',
  summary: 'Make a theme from token files of another program',
  operands: 'FILE…',
  description: `FILE is a file, a folder, or a zip: DTCG with its resolver, Tokens Studio, Style Dictionary, Figma's variables,
CSS, Tailwind, swatches. Several belong together: files with other values for the same tokens are modes. The
format is found by itself. Says what was changed and left out; exits with 1 under --complete if anything was.`,
  options: {
    palette: { type: 'string', value: 'pal_…', help: 'Palette that the theme derives its roles from' },
    name: { type: 'string', value: 'NAME', help: 'Name of the theme; that of the first file by default' },
    output: { type: 'string', value: 'FILE', help: 'Write the tokens as DTCG instead of making a theme' },
    format: { type: 'string', value: 'NAME', help: 'Format of the files, if it isn’t to be found by itself' },
    suffix: { type: 'boolean', help: 'Number tokens whose names would meet in exports' },
    complete: { type: 'boolean', help: 'Make nothing, and exit with 1, if a token would be left out' },
  },
  async run({ platform, operands, values, signal, terminal }) {
    const [palette, output] = [textOf(values, 'palette'), textOf(values, 'output')];
    if (operands.length === 0 || (palette === undefined) === (output === undefined))
      throw new UsageError('dap themes import takes files, and either --palette or --output.');
    const files = (await Promise.all(operands.map((given) => filesAt(given, terminal.cwd)))).flat();
    if (files.length === 0) throw new UsageError(`${operands.join(', ')} has no files of tokens.`);
    const format = textOf(values, 'format');
    const [only] = files;
    const imported = await platform().tokens.import.create(
      {
        ...(files.length === 1 && only !== undefined ? { content: only.content } : { files }),
        ...(format === undefined ? {} : { format: format as NonNullable<Body['format']> }),
        ...(isSet(values, 'suffix') ? { options: { collisions: 'suffix' as const } } : {}),
      },
      { signal },
    );
    const { tokens, count, changes, unresolved } = imported;
    const lost = unresolved.map(({ field, message }) => `${field} ${message}`);
    const said = `${count} tokens of the format ${imported.format}\n${listed('Left out:', lost)}${listed('Changed or left out:', changes)}`;
    if (isSet(values, 'complete') && lost.length > 0)
      return { exitCode: EXIT.failed, text: said, json: { imported } };
    if (output !== undefined) {
      await writeFile(resolve(terminal.cwd, output), `${JSON.stringify(tokens, null, 2)}\n`);
      return { exitCode: EXIT.ok, text: said, json: { imported } };
    }
    const name = textOf(values, 'name') ?? basename(operands[0] ?? 'Tokens').replace(/\..*$/, '');
    const body = { name, palette_id: palette ?? '', tokens };
    const theme = await platform().themes.create(body, { signal });
    const warnings = listed('Warnings:', theme.warnings);
    return {
      exitCode: EXIT.ok,
      text: `${theme.id} ${theme.name}\n${theme.preview_url}\n${said}${warnings}`,
      json: { imported, theme },
    };
  },
};
