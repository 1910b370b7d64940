import { invalid } from '@platform/errors';

import type { DesignToken } from '../token.ts';
import { toAscii, toCodePoints, words } from './words.ts';

/** What names look like in one target. */
export interface NameRule {
  readonly join: (words: readonly string[]) => string;
  /** Whether the target's names are limited to ASCII. */
  readonly ascii: boolean;
  /** Whether a name may begin with a digit; otherwise it is prefixed with `c` (for colour). */
  readonly leadingDigit: boolean;
  /** Names reserved by the target; a token of such a name gets a trailing underscore. */
  readonly reserved?: ReadonlySet<string>;
}

export interface NamedToken<Token extends DesignToken = DesignToken> {
  readonly name: string;
  readonly token: Token;
}

/**
 * The name of a path in a target. The same path always gives the same name.
 * @param spell how other scripts are written in ASCII, if the target needs that
 */
export const nameOf = (path: readonly string[], rule: NameRule, spell = toAscii): string => {
  const parts = path.flatMap((segment) => {
    const spelt = rule.ascii ? spell(segment) : segment;
    return words(spelt.trim() === '' ? segment : spelt);
  });
  const joined = rule.join(parts);
  const begun = !rule.leadingDigit && !/^\p{XID_Start}/u.test(joined) ? `c${joined}` : joined;
  return rule.reserved?.has(begun) ? `${begun}_` : begun;
};

/**
 * Names every token for a target, with `leading` in front of each path. Where names of another
 * script sound alike (`红` and `虹`), the later ones are spelt by code points.
 * @throws `invalid` with the code `name_collision` if two tokens would share a name; nothing is
 * ever overwritten
 */
export const nameTokens = <Token extends DesignToken>(
  tokens: readonly Token[],
  rule: NameRule,
  leading: readonly string[] = [],
): NamedToken<Token>[] => {
  const taken = new Map<string, Token>();
  return tokens.map((token) => {
    const path = [...leading, ...token.path];
    const plain = nameOf(path, rule);
    const name = taken.has(plain) ? nameOf(path, rule, toCodePoints) : plain;
    const other = taken.get(name);
    if (other) throw nameCollision(name, other.path, token.path);
    taken.set(name, token);
    return { name, token };
  });
};

/** The error for two paths that would share one name. */
export const nameCollision = (name: string, first: readonly string[], second: readonly string[]) =>
  invalid(
    [
      {
        field: 'tokens',
        message: `The tokens ${first.join('.')} and ${second.join('.')} would both be named ${name}.`,
      },
    ],
    { code: 'name_collision' },
  );
