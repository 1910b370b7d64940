import { THEME_MODES } from '../theme.ts';
import type { Json, ResolvedToken, ThemeContext, ThemeMode } from '../theme.ts';
import { TokenFault } from './collect-faults.ts';
import { referencesIn, isNode, MAX_DEPTH, spelling } from './token-tree.ts';
import type { TreeNode, TreeToken } from './token-tree.ts';

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

/** Words that tools add to mode names. */
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

/** Modes to fall back to where tokens have no value, before the value without a mode. */
export const PARENTS: Readonly<Record<ThemeMode, ThemeMode>> = {
  'high-contrast': 'light',
  'high-contrast-dark': 'dark',
};

/** The token's own value in a mode, or in the one that it falls back to. */
const valueInMode = (values: ReadonlyMap<ThemeMode, Json>, mode: ThemeMode): Json | undefined => {
  const parent = PARENTS[mode];
  return values.get(mode) ?? (parent === undefined ? undefined : values.get(parent));
};

/** Each mode resolves the tokens again that change in it. */
export const MOST_MODES = 32;

const keyOf = (path: readonly string[]): string => path.join('.');

/** Resolves a token of a set of tokens. @throws TokenFault */
export type TokenReader = (token: TreeToken) => ResolvedToken;

/** The modifier of the modes that have roles. */
export const MODE = 'mode';

/**
 * Puts modes into modifiers: those that tokens have values for together belong together, such as
 * `light` and `dark`, or `compact` and `spacious`. What has colours belongs to `mode`.
 */
const modifiersOf = (
  values: ReadonlyMap<TreeToken, ReadonlyMap<ThemeMode, unknown>>,
  isColor: (token: TreeToken) => boolean,
): ReadonlyMap<ThemeMode, string> => {
  const leaders = new Map<string, string>(THEME_MODES.map((mode) => [mode, MODE]));
  const leaderOf = (name: string): string => {
    const next = leaders.get(name);
    return next === undefined || next === name ? name : leaderOf(next);
  };
  const join = (one: string, other: string): void => {
    const [first, second] = [leaderOf(one), leaderOf(other)];
    if (first === second) return;
    if (second === MODE) leaders.set(first, second);
    else leaders.set(second, first);
  };
  const names: ThemeMode[] = [];
  for (const [token, modes] of values) {
    const own = [...modes.keys()];
    names.push(...own);
    for (const name of own) join(isColor(token) ? MODE : (own[0] ?? MODE), name);
  }
  const numbers = new Map<string, string>([[MODE, MODE]]);
  return new Map(
    [...new Set(names)].map((name) => {
      const leader = leaderOf(name);
      const modifier = numbers.get(leader) ?? `${MODE}-${numbers.size + 1}`;
      numbers.set(leader, modifier);
      return [name, modifier];
    }),
  );
};

/** The tokens that change in a mode: those with a value in it, and all that refer to them. */
const changingTokens = (
  tokens: readonly TreeToken[],
  byPath: ReadonlyMap<string, TreeToken>,
  changed: ReadonlySet<TreeToken>,
  inMode: (token: TreeToken) => TreeToken,
): readonly TreeToken[] => {
  const known = new Map<TreeToken, boolean>();
  const isChanging = (token: TreeToken, depth = 0): boolean => {
    const before = known.get(token);
    if (before !== undefined) return before;
    // The chain is too long for the resolution, which reports it.
    if (depth > MAX_DEPTH) return true;
    known.set(token, changed.has(token));
    const { $value: value, $ref: pointer } = inMode(token).node;
    const found =
      changed.has(token) ||
      [...referencesIn(value ?? null), ...referencesIn({ $ref: pointer ?? null })].some((path) => {
        const target = byPath.get(keyOf(path)) ?? byPath.get(keyOf([...path, '$root']));
        return target !== undefined && isChanging(target, depth + 1);
      });
    known.set(token, found);
    return found;
  };
  return tokens.filter((token) => isChanging(token));
};

/** The tokens of a theme in its modes, and what was left out. */
export interface ResolvedModes {
  readonly contexts: readonly ThemeContext[];
  /** One sentence each. */
  readonly warnings: readonly string[];
}

interface ModeInput {
  /** Every token, with those of the palette. */
  readonly tokens: readonly TreeToken[];
  /** True if a token is the theme's own. */
  readonly isOwn: (token: TreeToken) => boolean;
  readonly resolved: ReadonlyMap<string, ResolvedToken>;
  readonly readerOf: (tokens: ReadonlyMap<string, TreeToken>) => TokenReader;
}

/**
 * Resolves the tokens that change in each mode. A value that doesn't fit its token is left out and
 * reported; the token then has the value of the mode it falls back to.
 * @throws TokenFault for more than `MOST_MODES` modes
 */
export const resolveModes = ({ tokens, isOwn, resolved, readerOf }: ModeInput): ResolvedModes => {
  const values = new Map(
    tokens.flatMap((token) => {
      const own = isOwn(token) ? modeValuesOf(token.node) : new Map<ThemeMode, never>();
      return own.size === 0 ? [] : [[token, own] as const];
    }),
  );
  if (values.size === 0) return { contexts: [], warnings: [] };
  const typeOf = (token: TreeToken): string => resolved.get(keyOf(token.path))?.type ?? '';
  const modifiers = modifiersOf(values, (token) => typeOf(token) === 'color');
  if (modifiers.size > MOST_MODES) throw new TokenFault([], `must not have more than ${MOST_MODES} modes`);
  const warnings: string[] = [];
  const byPath = new Map(tokens.map((token) => [keyOf(token.path), token]));

  const contextOf = (name: ThemeMode): readonly ResolvedToken[] => {
    const changed = new Set(
      [...values].flatMap(([token, own]) => (valueInMode(own, name) === undefined ? [] : [token])),
    );
    const inMode = (token: TreeToken): TreeToken => {
      const own = changed.has(token) ? values.get(token) : undefined;
      const value = own && valueInMode(own, name);
      if (value === undefined) return token;
      const { $ref: _, ...node } = token.node;
      return {
        ...token,
        node: { ...node, $value: value },
        ownType: token.ownType ?? (typeOf(token) || null),
      };
    };
    for (;;) {
      const changing = changingTokens(tokens, byPath, changed, inMode);
      const read = readerOf(new Map(tokens.map((token) => [keyOf(token.path), inMode(token)])));
      const left: TreeToken[] = [];
      const found = changing.filter(isOwn).flatMap((token) => {
        try {
          const item = read(inMode(token));
          const before = resolved.get(keyOf(token.path));
          return JSON.stringify(item) === JSON.stringify(before) ? [] : [item];
        } catch (error) {
          if (!(error instanceof TokenFault)) throw error;
          if (!changed.has(token)) return [];
          left.push(token);
          warnings.push(
            `${keyOf(token.path)}: its value in the mode ${name} was left out, as it ${error.message}.`,
          );
          return [];
        }
      });
      if (left.length === 0) return found;
      for (const token of left) changed.delete(token);
    }
  };

  return {
    contexts: [...modifiers].map(([name, modifier]) => ({ name, modifier, tokens: contextOf(name) })),
    warnings,
  };
};
