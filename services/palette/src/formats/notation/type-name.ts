import { nameCollision, pascal, toAscii, words } from '../naming/name-tokens.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import { colorsOf } from '../token.ts';
import type { ColorToken, DesignToken } from '../token.ts';
import { oneLine } from './comment.ts';

/** Human-readable names: the path joined by `separator`, on one line. @throws `name_collision` */
export const plainNames = (
  tokens: readonly DesignToken[],
  separator: string,
  leading: readonly string[] = [],
): NamedToken<ColorToken>[] => {
  const taken = new Map<string, ColorToken>();
  return colorsOf(tokens).map((token) => {
    const path = [...leading, ...token.path];
    const name = path.map(oneLine).join(separator);
    const other = taken.get(name);
    if (other) throw nameCollision(name, other.path, token.path);
    taken.set(name, token);
    return { name, token };
  });
};

/**
 * The name of the type that contains the tokens: `brand` → `BrandColors`, `color` → `ColorTokens`.
 */
export const typeName = (prefix: string): string => {
  const name = prefix === '' ? 'Design' : pascal(words(toAscii(prefix)));
  return name === 'Color' ? 'ColorTokens' : `${name}Colors`;
};
