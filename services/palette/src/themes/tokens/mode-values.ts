import { spelling } from '../spelling.ts';
import type { Json, ThemeMode } from '../theme.ts';
import { isNode } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';

/**
 * The extension in which a token has its values in modes, as Terrazzo and Cobalt write it:
 * `"$extensions": {"mode": {"dark": "#0a0a0a"}}`.
 */
const EXTENSION = 'mode';

const STANDARD: Readonly<Record<string, string>> = {
  light: 'light',
  dark: 'dark',
  'contrast high': 'high-contrast',
  'contrast high light': 'high-contrast',
  'contrast dark high': 'high-contrast-dark',
};

/** What tools add to the name of a mode. */
const FILLERS = new Set(['mode', 'theme', 'scheme', 'color', 'colour', '']);

/** The name of a mode as themes and exports have it: `Dark mode` is `dark`, `Dark Dimmed` is `dark-dimmed`. */
export const modeName = (given: string): ThemeMode => {
  const name = spelling(given).replaceAll(/^-|-$/g, '');
  const words = name.split('-').filter((word) => !FILLERS.has(word));
  return STANDARD[words.sort().join(' ')] ?? (name === '' ? 'mode' : name);
};

/**
 * A token's values in modes, by the names of themes. They are in `$extensions.mode`, as Terrazzo
 * and Cobalt write them: a tree stays one valid DTCG document, and a copied token keeps its modes.
 */
export const modeValuesOf = (token: TreeNode): ReadonlyMap<ThemeMode, Json> => {
  const extensions = token['$extensions'];
  const values = isNode(extensions) ? extensions[EXTENSION] : undefined;
  if (!isNode(values)) return new Map();
  return new Map(
    Object.entries(values).map(([given, value]) => [
      modeName(given),
      isNode(value) && value['$value'] !== undefined ? value['$value'] : value,
    ]),
  );
};

/** A token with values in modes, instead of those it had. */
export const withModeValues = (token: TreeNode, values: ReadonlyMap<string, Json>): TreeNode => {
  if (values.size === 0) return token;
  const extensions = isNode(token['$extensions']) ? token['$extensions'] : {};
  return { ...token, $extensions: { ...extensions, [EXTENSION]: Object.fromEntries(values) } };
};

/** What a mode falls back to where tokens say nothing of it, before the value without a mode. */
export const PARENTS: Readonly<Record<ThemeMode, ThemeMode>> = {
  'high-contrast': 'light',
  'high-contrast-dark': 'dark',
};

/** The token's own value in a mode, or in the one that it falls back to. */
export const valueInMode = (values: ReadonlyMap<ThemeMode, Json>, mode: ThemeMode): Json | undefined => {
  const parent = PARENTS[mode];
  return values.get(mode) ?? (parent === undefined ? undefined : values.get(parent));
};
