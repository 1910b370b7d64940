import { readFileSync } from 'node:fs';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { ColorToken } from '../../src/formats/token.ts';
import { isNode } from '../../src/themes/tokens/token-tree.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { render } from '../formats/render.ts';
import { sampleTheme } from '../sample-palette.ts';

const MODULES = new URL('../../node_modules/', import.meta.url);

/** Files of public packages that have colours: the format, tokens, and values without a type. */
const FILES = [
  ['tailwindcss/theme.css', 'tailwind-v4', 401, 18],
  ['open-props/colors.min.css', 'css', 247, 0],
  ['@radix-ui/colors/blue-dark.css', 'css', 12, 0],
  ['@material/theme/dist/mdc.theme.css', 'css', 24, 0],
  ['ase-utils/test.ase', 'ase', 122, 0],
] as const;

/** An export's format, and the format that imports take it for. */
const WAYS = [
  ['tailwind-v4', 'tailwind-v4'],
  // Figma imports DTCG.
  ['figma', 'dtcg'],
  ['style-dictionary', 'style-dictionary'],
  ['dtcg', 'dtcg'],
  ['css', 'css'],
  ['gpl', 'gpl'],
  ['ase', 'ase'],
] as const;

/** GIMP's and Adobe's palettes have no opacity. */
const OPAQUE: ReadonlySet<string> = new Set(['gpl', 'ase']);

const contentOf = (format: string, bytes: Buffer): string | object => {
  if (format === 'ase') return bytes.toString('base64');
  const text = bytes.toString('utf8');
  return format === 'dtcg' || format === 'style-dictionary' ? (JSON.parse(text) as object) : text;
};

describe.each(FILES)('%s', (path, format, count, others) => {
  const imported = importTokens({ format, content: contentOf(format, readFileSync(new URL(path, MODULES))) });

  it('is imported, and what no token can hold is named', () => {
    expect([imported.count, imported.unresolved]).toEqual([count, []]);
    expect(imported.changes.filter((change) => change.endsWith('was left out.'))).toHaveLength(others);
  });

  it.each(WAYS)('comes back from %s, read as %s, with the same colours', async (id, readAs) => {
    const theme = sampleTheme(imported.tokens);
    const own = tokensOfTheme(theme, 'light')
      .slice(theme.modes.light.length)
      .filter((token): token is ColorToken => 'color' in token);
    expect(own.length).toBeGreaterThan(0);
    const { bytes } = await render(id, own, { prefix: 'x', comments: false });
    const again = importTokens({ format: readAs, content: contentOf(readAs, bytes) });
    expect(again.unresolved).toEqual([]);
    const shown = (hex: string, alpha: number): string =>
      OPAQUE.has(id) ? hex.slice(0, 7) : `${hex.slice(0, 7)} ${Math.round(alpha * 100)}`;
    const before = own.map(({ color }) => shown(color.hex, color.alpha));
    const after = resolveTokens(again.tokens, {}).map(({ value }) => {
      if (!isNode(value)) throw new Error('not a colour');
      return shown(value['hex'] as string, Number(value['alpha'] ?? 1));
    });
    expect(after.sort()).toEqual(before.sort());
  });
});
