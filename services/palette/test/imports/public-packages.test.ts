import { readFileSync } from 'node:fs';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { ResolvedToken } from '../../src/themes/theme.ts';
import { isNode } from '../../src/themes/tokens/token-tree.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { renderText } from '../formats/render.ts';
import { sampleTheme } from '../sample-palette.ts';
import { createImportClient } from './import-client.ts';

const MODULES = new URL('../../node_modules/', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, MODULES), 'utf8');

/** Style sheets of public packages, and how many tokens each has. */
const FILES = [
  ['open-props/open-props.min.css', 473],
  ['open-props/colors.min.css', 247],
  ['@radix-ui/colors/blue.css', 12],
  ['@radix-ui/colors/blue-dark.css', 12],
  ['@primer/primitives/dist/css/base/size/size.css', 33],
  ['@material/theme/dist/mdc.theme.css', 24],
] as const;

/** Colours as bytes: exports may write them in another space. */
const valueOf = ({ type, value }: ResolvedToken): unknown => {
  const shown = (item: unknown): unknown => {
    if (typeof item === 'number') return Number(item.toFixed(4));
    if (Array.isArray(item)) return (item as readonly unknown[]).map(shown);
    if (!isNode(item)) return item;
    const { hex, alpha = 1 } = item;
    if (hex !== undefined) return [hex, Math.round(Number(alpha) * 255)];
    return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, shown(member)]));
  };
  return JSON.stringify([type, shown(value)]);
};

describe.each(FILES)('%s, %i tokens,', (path, count) => {
  const imported = importTokens({ format: 'css', content: textOf(path) });

  it('is imported whole, and says what was changed', () => {
    expect([imported.count, imported.unresolved]).toEqual([count, []]);
    expect(imported.changes.length).toBeGreaterThan(0);
  });

  it.each(['dtcg', 'css'] as const)('comes back from the export %s with the same values', async (format) => {
    const theme = sampleTheme(imported.tokens);
    const own = tokensOfTheme(theme, 'light').slice(theme.modes.light.length);
    expect(own.length).toBeGreaterThan(0.9 * count);
    const text = await renderText(format, own, { prefix: 'x', comments: false });
    const again = importTokens({ format, content: format === 'dtcg' ? JSON.parse(text) : text });
    expect(again.unresolved).toEqual([]);
    const paths = new Set(own.map((token) => token.path.join('.')));
    const before = theme.resolved.filter((token) => paths.has(token.path.join('.')));
    const after = resolveTokens(again.tokens, {});
    expect(after.map(valueOf)).toEqual(before.map(valueOf));
  });
});

describe('the theme of Primer', () => {
  const content = textOf('@primer/primitives/dist/css/functional/themes/light.css');

  it('is imported, and names the references that lead out of it', () => {
    const { count, unresolved } = importTokens({ format: 'css', content });
    expect(count).toBeGreaterThan(900);
    expect(unresolved).toHaveLength(4);
    for (const { message } of unresolved)
      expect(message).toMatch(/^refers to \{.*\}, which (?:does not exist|was left out)$/);
  });

  it('becomes a theme, though it is larger than other bodies may be', async () => {
    const client = await createImportClient();
    try {
      const whole = content.replaceAll(/^ *--border-(?:open|closed)-.*$/gm, '');
      const { tokens, values } = await client.imported('css', whole);
      expect(JSON.stringify(tokens).length).toBeGreaterThan(100 * 1024);
      expect(Object.keys(values).length).toBeGreaterThan(900);
    } finally {
      await client.close();
    }
  });
});
