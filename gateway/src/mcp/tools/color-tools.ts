import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { defineTool, pageOf, pick, queryOf, RefusedCall } from '../tool.ts';
import type { Item, Tool } from '../tool.ts';

interface Export extends Item {
  readonly id: string;
  readonly status: string;
  readonly error?: { readonly message: string } | null;
}

const PATIENCE_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 100;
/** Longer files are named, and their beginning is shown. */
const FILE_CHARACTERS = 12_000;

const segment = encodeURIComponent;
const cursor = z.string().optional().describe('`next_cursor` of the page before');
const limit = z.number().int().min(1).max(100).optional().describe('Records on a page, 20 unless given');

const compactPalette = (palette: unknown): Item => ({
  ...pick(palette, ['id', 'name', 'harmony', 'version', 'warnings']),
  colors: ((palette as { colors?: readonly Item[] }).colors ?? []).map((color) =>
    pick(color, ['role', 'name', 'hex', 'on_color']),
  ),
});

const compactTheme = (theme: unknown): Item => pick(theme, ['id', 'name', 'description', 'palette_id']);

const EXPORT_FIELDS = ['id', 'status', 'format', 'prefix', 'palette_id', 'theme_id', 'filename', 'bytes'];
const compactExport = (given: Item): Item => ({
  ...pick(given, EXPORT_FIELDS),
  ...pick(given, ['download_url', 'status_url', 'expires_at', 'left_out']),
});

const shorten = (content: unknown): Item => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return text.length <= FILE_CHARACTERS
    ? { content: text }
    : { content: text.slice(0, FILE_CHARACTERS), content_is_cut: true };
};

/** Tools for colours: contrast, palettes, themes, exports of tokens. */
export const COLOR_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'check_contrast',
    title: 'Check contrast',
    description:
      'Contrast of two colours by WCAG 2.2 and APCA, and the nearest colour that reaches the level.',
    scopes: ['palettes:read'],
    input: {
      foreground: z.string().describe('Any CSS colour'),
      background: z.string().describe('Any CSS colour'),
      level: z.enum(['AA', 'AAA', 'AA-large', 'AAA-large']).optional(),
    },
    readOnly: true,
    run: (input, platform) => platform.read({ method: 'GET', path: `/v1/contrast?${queryOf(input)}` }),
  }),
  defineTool({
    name: 'create_palette',
    title: 'Create a palette',
    description: 'Creates and stores a palette from one colour: harmonious colours with names and roles.',
    scopes: ['palettes:write'],
    input: {
      base_color: z.string().describe('Any CSS colour'),
      harmony: z.string().optional().describe('complementary, analogous, triadic, tetradic, tints, shades …'),
      count: z.number().int().min(1).max(20).optional(),
      name: z.string().optional(),
    },
    readOnly: false,
    run: async (body, platform) =>
      compactPalette(await platform.read({ method: 'POST', path: '/v1/palettes', body })),
  }),
  defineTool({
    name: 'list_palettes',
    title: 'List palettes',
    description: 'Palettes with the hexadecimal values of their colours, newest first.',
    scopes: ['palettes:read'],
    input: { search: z.string().optional().describe('Part of the name'), limit, cursor },
    readOnly: true,
    run: async (input, platform) =>
      pageOf(await platform.list('/v1/palettes', input), 'cursor', (palette) => ({
        ...pick(palette, ['id', 'name', 'harmony']),
        colors: ((palette['colors'] ?? []) as readonly { hex: string }[]).map(({ hex }) => hex),
      })),
  }),
  defineTool({
    name: 'show_palette',
    title: 'Show a palette',
    description: 'The colours of a palette with roles and names.',
    scopes: ['palettes:read'],
    input: { palette_id: z.string() },
    readOnly: true,
    run: async ({ palette_id: id }, platform) =>
      compactPalette(await platform.read({ method: 'GET', path: `/v1/palettes/${segment(id)}` })),
  }),
  defineTool({
    name: 'list_themes',
    title: 'List themes',
    description: 'Themes: tokens of a design with roles for light, dark and high contrast.',
    scopes: ['palettes:read'],
    input: { search: z.string().optional().describe('Part of the name'), limit, cursor },
    readOnly: true,
    run: async (input, platform) => pageOf(await platform.list('/v1/themes', input), 'cursor', compactTheme),
  }),
  defineTool({
    name: 'show_theme',
    title: 'Show a theme',
    description: 'The roles of a theme in one mode. Its tokens as a file are an export, see export_tokens.',
    scopes: ['palettes:read'],
    input: {
      theme_id: z.string(),
      mode: z.enum(['light', 'dark', 'high_contrast', 'high_contrast_dark']).optional(),
    },
    readOnly: true,
    run: async ({ theme_id: id, mode = 'light' }, platform) => {
      const theme = await platform.read({ method: 'GET', path: `/v1/themes/${segment(id)}` });
      const { modes, warnings } = theme as { modes: Item; warnings: readonly string[] };
      return { ...compactTheme(theme), ...pick(theme, ['preview_url']), mode, roles: modes[mode], warnings };
    },
  }),
  defineTool({
    name: 'create_theme',
    title: 'Create a theme',
    description: 'Makes a theme from a palette: roles for light, dark and high contrast with sure contrast.',
    scopes: ['themes:write'],
    input: {
      palette_id: z.string(),
      name: z.string(),
      tokens: z.record(z.string(), z.unknown()).optional().describe('Own tokens (DTCG)'),
    },
    readOnly: false,
    run: async ({ tokens = {}, ...body }, platform) => {
      const theme = await platform.read({ method: 'POST', path: '/v1/themes', body: { ...body, tokens } });
      return { ...compactTheme(theme), ...pick(theme, ['preview_url', 'warnings']) };
    },
  }),
  defineTool({
    name: 'export_tokens',
    title: 'Export design tokens',
    description: 'A palette or a theme as a file of design tokens, for instance css, scss, tailwind, dtcg.',
    scopes: ['tokens:write'],
    input: {
      palette_id: z.string().optional(),
      theme_id: z.string().optional(),
      format: z.string(),
      prefix: z.string().optional().describe('Prefix of every name'),
    },
    readOnly: false,
    run: async (body, platform) => {
      let current = (await platform.read({ method: 'POST', path: '/v1/tokens/export', body })) as Export;
      const until = Date.now() + PATIENCE_MILLISECONDS;
      const path = `/v1/tokens/${segment(current.id)}`;
      while (current.status === 'queued' || current.status === 'processing') {
        if (Date.now() > until) return compactExport(current);
        await wait(PAUSE_MILLISECONDS);
        current = (await platform.read({ method: 'GET', path: `${path}/status?wait=5` })) as Export;
      }
      if (current.status === 'failed') throw new RefusedCall(current.error?.message ?? 'The export failed.');
      const file = await platform.read({ method: 'GET', path: `${path}/file` });
      return { ...compactExport(current), ...shorten(file) };
    },
  }),
  defineTool({
    name: 'list_exports',
    title: 'List exports',
    description: 'Files of design tokens that were made, newest first, with the addresses to download them.',
    scopes: ['tokens:read'],
    input: { limit, cursor },
    readOnly: true,
    run: async (input, platform) =>
      pageOf(await platform.list('/v1/tokens', input), 'cursor', (given) => pick(given, EXPORT_FIELDS)),
  }),
];
