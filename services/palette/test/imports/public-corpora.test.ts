import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { TokenImport } from '../../src/imports/import-tokens.ts';
import type { Json, ResolvedToken } from '../../src/themes/theme.ts';
import { tokensInMode } from '../../src/themes/theme-modes.ts';
import { modeName } from '../../src/themes/tokens/resolve-modes.ts';
import { isNode, knownPath } from '../../src/themes/tokens/token-tree.ts';
import type { TreeNode } from '../../src/themes/tokens/token-tree.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { renderText } from '../formats/render.ts';
import { sampleTheme } from '../sample-palette.ts';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const read = (path: string): TreeNode => JSON.parse(readFileSync(path, 'utf8')) as TreeNode;

const merge = (one: TreeNode, other: TreeNode): TreeNode => {
  const merged: Record<string, Json> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name];
    merged[name] = isNode(known) && isNode(value) ? merge(known, value) : value;
  }
  return merged;
};
const mergeFiles = (paths: readonly string[]): TreeNode => paths.map(read).reduce(merge, {});

/** Imports what a theme would take, without the tokens that the import names as unresolved. */
const usable = (format: string, content: TreeNode, limit = 10): TokenImport => {
  const imported = importTokens({ format, content });
  if (imported.unresolved.length === 0 || limit === 0) return imported;
  const refused = new Set(imported.unresolved.map(({ field }) => field));
  const without = (group: TreeNode, path: readonly string[]): TreeNode =>
    Object.fromEntries(
      Object.entries(group).flatMap(([name, child]) => {
        const place = [...path, name];
        if (refused.has(place.join('.'))) return [];
        return [[name, isNode(child) && !name.startsWith('$') ? without(child, place) : child]];
      }),
    );
  return usable('dtcg', without(imported.tokens, []), limit - 1);
};

/** Values as exports write them: colours as bytes, numbers with the digits of a file. */
const valueOf = ({ type, value }: ResolvedToken): string =>
  JSON.stringify([type, value], (_name, item: unknown) => {
    if (typeof item === 'number') return Number(item.toFixed(3));
    if (!isNode(item) || typeof (item as { hex?: unknown }).hex !== 'string') return item;
    const { hex, alpha = 1 } = item as { hex: string; alpha?: number };
    return `${hex.toLowerCase()} ${Math.round(alpha * 100)}`;
  });

const comesBack = async (imported: TokenImport, format: string): Promise<void> => {
  const theme = sampleTheme(imported.tokens);
  const own = tokensOfTheme(theme, 'light').slice(theme.modes.light.length);
  const text = await renderText(format, own, { prefix: 'x', comments: false });
  const again = importTokens({ format, content: JSON.parse(text) as TreeNode });
  expect(again.unresolved).toEqual([]);
  const paths = new Set(own.map((token) => token.path.join('.')));
  const before = theme.resolved.filter(({ path }) => paths.has(knownPath(path).join('.')));
  expect(before.length).toBeGreaterThan(0.8 * imported.count);
  expect(resolveTokens(again.tokens, {}).map(valueOf)).toEqual(before.map(valueOf));
};

const TERRAZZO = dirname(createRequire(import.meta.url).resolve('dtcg-examples/package.json'));

/** The base sets of a system, and the first context of each of its modifiers. */
const systemOf = (name: string): TreeNode => {
  const resolver = read(join(TERRAZZO, `${name}.resolver.json`)) as {
    sets: Record<string, { sources: { $ref: string }[] }>;
    modifiers?: Record<string, { contexts: Record<string, { $ref: string }[]> }>;
  };
  const modifiers = Object.values(resolver.modifiers ?? {});
  const sources = [
    ...Object.values(resolver.sets).flatMap((set) => set.sources),
    ...modifiers.flatMap(({ contexts }) => Object.values(contexts)[0] ?? []),
  ];
  return mergeFiles(sources.map(({ $ref }) => join(TERRAZZO, $ref)));
};

// Design systems as Terrazzo gives them in DTCG: how many tokens are read, and how many are left out, which no
// theme takes, since they have units (`%`), members or gaps that the format doesn't allow.
describe.each([
  ['adobe-spectrum', 1423, 2],
  ['apple-hig', 17, 17],
  ['figma-sds', 279, 19],
  ['github-primer', 1468, 2],
  ['ibm-carbon', 352, 4],
  ['microsoft-fluent', 166, 13],
  ['shopify-polaris', 67, 0],
] as const)('%s', (name, count, refused) => {
  it('is imported, and what the format lacks is named', () => {
    const imported = importTokens({ format: 'dtcg', content: systemOf(name) });
    expect([imported.count, imported.unresolved.length]).toEqual([count, refused]);
  });

  it('comes back from a DTCG export with the same values', async () => {
    await comesBack(usable('dtcg', systemOf(name)), 'dtcg');
  });
});

interface Resolver {
  readonly resolutionOrder: readonly { readonly $ref: string }[];
  readonly sets: Record<string, { readonly sources: readonly { readonly $ref: string }[] }>;
  readonly modifiers: Record<
    string,
    { readonly contexts: Record<string, readonly { readonly $ref: string }[]> }
  >;
}

const sourcesOf = (sources: readonly { readonly $ref: string }[]): TreeNode[] =>
  sources.map(({ $ref }) => read(join(TERRAZZO, $ref)));

/** A system with one context chosen, put together from its files in their order. */
const inContext = (
  { resolutionOrder, sets, modifiers }: Resolver,
  chosen?: string,
  context?: string,
): TreeNode =>
  resolutionOrder
    .flatMap(({ $ref }) => {
      const [, kind, name = ''] = $ref.split('/');
      if (kind === 'sets') return sourcesOf(sets[name]!.sources);
      const { contexts } = modifiers[name]!;
      return sourcesOf((name === chosen ? contexts[context!] : Object.values(contexts)[0]) ?? []);
    })
    .reduce(merge, {});

/** Values by path. */
const valuesOf = (tokens: readonly ResolvedToken[]): ReadonlyMap<string, string> =>
  new Map(tokens.map((token) => [knownPath(token.path).join('.'), valueOf(token)]));

// Each mode of a system has the values that its own files have for it.
it.each(['figma-sds', 'microsoft-fluent', 'ibm-carbon'])(
  '%s keeps the values of every mode, in import, theme and export',
  async (name) => {
    const resolver = JSON.parse(readFileSync(join(TERRAZZO, `${name}.resolver.json`), 'utf8')) as Resolver;
    const whole = {
      ...resolver,
      version: '2025.10',
      sets: Object.fromEntries(
        Object.entries(resolver.sets).map(([key, { sources }]) => [key, { sources: sourcesOf(sources) }]),
      ),
      modifiers: Object.fromEntries(
        Object.entries(resolver.modifiers).map(([key, { contexts }]) => [
          key,
          {
            contexts: Object.fromEntries(
              Object.entries(contexts).map(([context, sources]) => [context, sourcesOf(sources)]),
            ),
          },
        ]),
      ),
    };
    const theme = sampleTheme(usable('dtcg', whole).tokens);
    let compared = 0;
    for (const [modifier, { contexts }] of Object.entries(resolver.modifiers))
      for (const context of Object.keys(contexts)) {
        const own = valuesOf(
          resolveTokens(usable('dtcg', inContext(resolver, modifier, context)).tokens, {}),
        );
        const mode = modeName(context);
        const ours = valuesOf(tokensInMode(theme, mode));
        const exported = JSON.parse(
          await renderText('json', tokensOfTheme(theme, mode, null, null, 'own'), { prefix: '' }),
        ) as Record<string, string>;
        const inFile = JSON.parse(
          await renderText(
            'json',
            tokensOfTheme(
              sampleTheme(usable('dtcg', inContext(resolver, modifier, context)).tokens),
              'light',
              null,
              null,
              'own',
            ),
            { prefix: '' },
          ),
        ) as Record<string, string>;
        for (const [path, value] of own) {
          if (!ours.has(path)) continue;
          expect([mode, path, ours.get(path)]).toEqual([mode, path, value]);
          compared += 1;
        }
        for (const [path, value] of Object.entries(inFile))
          if (exported[path] !== undefined) expect([mode, path, exported[path]]).toEqual([mode, path, value]);
      }
    expect(compared).toBeGreaterThan(300);
  },
);

const EXAMPLES = join(MODULES, 'style-dictionary/examples');
const exampleOf = (folder: string): TreeNode =>
  mergeFiles(
    readdirSync(join(EXAMPLES, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );

describe.each([
  ['complete/tokens', 351, 985],
  ['advanced/flutter/style_dictionary/tokens', 16, 0],
  ['advanced/npm-module/tokens', 12, 0],
  ['advanced/tokens-deprecation/tokens', 13, 0],
  ['advanced/variables-in-outputs/tokens', 13, 0],
  ['advanced/create-react-app/style-dictionary/tokens', 13, 0],
] as const)('Style Dictionary’s example %s', (folder, count, refused) => {
  it('is imported, and what the format lacks is named', () => {
    const imported = importTokens({ format: 'style-dictionary', content: exampleOf(folder) });
    expect([imported.count, imported.unresolved.length]).toEqual([count, refused]);
  });

  it('comes back from its export with the same values', async () => {
    const imported = usable('style-dictionary', exampleOf(folder));
    await comesBack(imported, 'dtcg');
    await comesBack(imported, 'style-dictionary');
  });
});
