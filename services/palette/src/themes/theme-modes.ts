import { THEME_MODES } from './theme.ts';
import type { ResolvedToken, Theme, ThemeContext, ThemeMode } from './theme.ts';
import { PARENTS, MODE } from './tokens/resolve-modes.ts';

type Tokens = Pick<Theme, 'resolved' | 'contexts'>;

const keyOf = ({ path }: ResolvedToken): string => path.join('.');

/** The modes that have roles: the four of every theme, and those that its tokens bring. */
export const roleModes = ({ contexts }: Pick<Theme, 'contexts'>): readonly ThemeMode[] => {
  const brought = contexts.filter(({ modifier }) => modifier === MODE).map(({ name }) => name);
  return [...new Set([...THEME_MODES, ...brought])];
};

/** The modes of a theme by modifier, those with roles first. */
export const modesByModifier = ({
  contexts,
}: Pick<Theme, 'contexts'>): ReadonlyMap<string, readonly ThemeMode[]> => {
  const modes = new Map<string, ThemeMode[]>([[MODE, [...roleModes({ contexts })]]]);
  for (const { name, modifier } of contexts)
    if (modifier !== MODE) modes.set(modifier, [...(modes.get(modifier) ?? []), name]);
  return modes;
};

/** Returns the context of a mode, or else of its fallback. */
const contextIn = ({ contexts }: Tokens, mode: ThemeMode): ThemeContext | undefined =>
  [mode, PARENTS[mode]].flatMap((name) => contexts.find((context) => context.name === name) ?? [])[0];

/** The theme's own tokens as they are in a mode. */
export const tokensInMode = (theme: Tokens, mode: ThemeMode): readonly ResolvedToken[] => {
  const context = contextIn(theme, mode);
  if (context === undefined) return theme.resolved;
  const own = new Map(context.tokens.map((token) => [keyOf(token), token]));
  return theme.resolved.map((token) => own.get(keyOf(token)) ?? token);
};

/** The modifiers that each token changes with, by its path; a token that never changes is absent. */
export const modifiersByToken = ({
  contexts,
}: Pick<Theme, 'contexts'>): ReadonlyMap<string, ReadonlySet<string>> => {
  const modifiers = new Map<string, Set<string>>();
  for (const { modifier, tokens } of contexts)
    for (const token of tokens) {
      const key = keyOf(token);
      modifiers.set(key, (modifiers.get(key) ?? new Set()).add(modifier));
    }
  return modifiers;
};
