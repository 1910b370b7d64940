import type { Json } from '../../themes/theme.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import type { DesignToken } from '../token.ts';

/** How a target writes a reference to the token of a path; null if the file lacks that token. */
export type Reference = (path: readonly string[]) => string | null;

const keyOf = (path: readonly string[]): string => path.join('.');
const CURLY = /^\{([^{}]+)\}$/;

/** References to named tokens. @param write the notation of one: `var(--name)` */
export const referencesTo = (named: readonly NamedToken[], write: (name: string) => string): Reference => {
  const names = new Map(named.map(({ name, token }) => [keyOf(token.path), name]));
  return (path) => {
    const name = names.get(keyOf(path));
    return name === undefined ? null : write(name);
  };
};

/** The path in `{group.token}`, or null. */
export const pathOf = (value: Json | undefined): readonly string[] | null => {
  const inner = typeof value === 'string' ? CURLY.exec(value)?.[1] : undefined;
  return inner === undefined ? null : inner.split('.');
};

/** The paths that a token refers to. */
const pathsIn = (value: Json | undefined): (readonly string[])[] => {
  const path = pathOf(value);
  if (path !== null) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => pathsIn(item));
};

/** Tokens in an order in which each comes after those that it refers to. */
export const inOrder = <Token extends DesignToken>(
  named: readonly NamedToken<Token>[],
): NamedToken<Token>[] => {
  const byPath = new Map(named.map((item) => [keyOf(item.token.path), item]));
  const done = new Set<NamedToken<Token>>();
  const place = (item: NamedToken<Token>): void => {
    if (done.has(item)) return;
    const { token } = item;
    const paths = [
      ...(token.alias ? [token.alias] : []),
      ...('written' in token ? pathsIn(token.written) : []),
    ];
    for (const path of paths) {
      const target = byPath.get(keyOf(path));
      // The theme has refused circles.
      if (target !== undefined && target !== item) place(target);
    }
    done.add(item);
  };
  named.forEach(place);
  return [...done];
};
