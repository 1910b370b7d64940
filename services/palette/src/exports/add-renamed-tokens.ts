import type { DesignToken } from '../formats/token.ts';
import { presentNames } from '../themes/check-renamed.ts';
import type { Theme } from '../themes/theme.ts';

const named = (token: DesignToken, path: readonly string[], alias: readonly string[]): DesignToken => {
  const copy = { ...token, path, alias, description: null, deprecated: { renamedTo: alias } };
  if ('written' in copy) delete copy.written;
  return copy;
};

/**
 * The tokens of a theme, plus the renamed ones again under their old names, as references. A role's
 * old name exists in every mode, too.
 */
export const withOldNames = (
  tokens: readonly DesignToken[],
  renamed: Theme['renamed'],
): readonly DesignToken[] => {
  const old = presentNames(renamed);
  if (old.length === 0) return tokens;
  const byName = new Map<string, DesignToken[]>();
  for (const token of tokens) {
    const name = ('mode' in token ? token.path.slice(1) : token.path).join('.');
    byName.set(name, [...(byName.get(name) ?? []), token]);
  }
  const again = old.flatMap(([before, now]) =>
    (byName.get(now) ?? []).map((token) => {
      const mode = 'mode' in token ? token.mode : undefined;
      return named(token, [...(mode === undefined ? [] : [mode]), ...before.split('.')], token.path);
    }),
  );
  return [...tokens, ...again];
};
