import { invalid } from '@platform/errors';

import type { DesignToken } from '../token.ts';
import { toAscii, toCodePoints, words } from './words.ts';

/** How names look in one target. */
export interface NameRule {
  readonly join: (words: readonly string[]) => string;
  /** Whether the target's names are limited to ASCII. */
  readonly ascii: boolean;
  /** Whether a name may begin with a digit; otherwise it is prefixed with `c` (for colour). */
  readonly leadingDigit: boolean;
  /** Whether names are in lower case only. */
  readonly lowerCase?: true;
  /** Names reserved by the target; tokens with one get a trailing underscore. */
  readonly reserved?: ReadonlySet<string>;
}

export interface NamedToken<Token extends DesignToken = DesignToken> {
  readonly name: string;
  readonly token: Token;
}

/** How names are made, beside the rule of the target. */
export interface Naming {
  /** On a name that another token has: fail the export, or add a number. */
  readonly collisions?: 'error' | 'suffix';
  /** Whether names are spelt as the target does, or keep the case that they were given. */
  readonly case?: 'target' | 'keep';
}

/** The first part of every name: none for an empty prefix. */
export const leadingOf = (prefix: string): readonly string[] => (prefix === '' ? [] : [prefix]);

/** A name's own spelling, with only what the target can't have replaced. */
const asWritten = (segment: string, rule: NameRule): string => {
  const plain = segment.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const hasHyphens = rule.join(['a', 'b']) === 'a-b';
  return plain
    .replaceAll(hasHyphens ? /[^\p{XID_Continue}-]+/gu : /[^\p{XID_Continue}]+/gu, hasHyphens ? '-' : '_')
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/g, '');
};

/**
 * The name of a path in a target. The same path always gives the same name.
 * @param spell how other scripts are written in ASCII, if the target needs that
 */
export const nameOf = (
  path: readonly string[],
  rule: NameRule,
  spell = toAscii,
  { case: given = 'target' }: Pick<Naming, 'case'> = {},
): string => {
  const parts = path.flatMap((segment) => {
    const spelt = rule.ascii ? spell(segment) : segment;
    const plain = spelt.trim() === '' ? segment : spelt;
    const kept = given === 'keep' && rule.lowerCase !== true ? asWritten(plain, rule) : '';
    return kept === '' ? words(plain) : [kept];
  });
  const joined = rule.join(parts);
  const begun = !rule.leadingDigit && !/^\p{XID_Start}/u.test(joined) ? `c${joined}` : joined;
  return rule.reserved?.has(begun) ? `${begun}_` : begun;
};

/**
 * Names every token for a target, with `leading` in front of each path. Where names of another
 * script sound alike (`红` and `虹`), the later ones are spelt by code points; where only the case
 * differs (`carriageReturn` and `carriage-return`), the later ones as they were given, if the target
 * tells them apart.
 * @throws `invalid` with the code `name_collision` and every pair of tokens that would share a name;
 * nothing is ever overwritten
 */
export const nameTokens = <Token extends DesignToken>(
  tokens: readonly Token[],
  rule: NameRule,
  leading: readonly string[] = [],
  naming: Naming = {},
): NamedToken<Token>[] => {
  const pathOf = (token: Token): readonly string[] => [...leading, ...token.path];
  const plain = tokens.map((token) => nameOf(pathOf(token), rule, toAscii, naming));
  const kept = (token: Token): string => nameOf(pathOf(token), rule, toAscii, { case: 'keep' });
  // Of several, the one that is spelt like the name has it, or else the first.
  const taken = new Map<string, Token>();
  const seen = new Set<string>();
  const shared = new Set(plain.filter((name) => seen.size === seen.add(name).size));
  tokens.forEach((token, place) => {
    const name = plain[place] ?? '';
    const owner = taken.get(name);
    if (owner === undefined || (shared.has(name) && kept(owner) !== name && kept(token) === name))
      taken.set(name, token);
  });
  const pairs: Collision[] = [];
  const nameFor = (token: Token, name: string): string => {
    const other = taken.get(name);
    if (other === undefined || other === token) return name;
    const points = nameOf(pathOf(token), rule, toCodePoints, naming);
    // Only where the case differs, and never beside a role, for which it would be taken.
    const isAlike =
      other.path.length === token.path.length && (other.mode === undefined) === (token.mode === undefined);
    const free = [points, ...(isAlike ? [kept(token)] : [])].find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
    if (naming.collisions !== 'suffix') {
      pairs.push({ name, first: other.path, second: token.path });
      return name;
    }
    for (let number = 2; ; number += 1) {
      const numbered = nameOf([...pathOf(token), String(number)], rule, toAscii, naming);
      if (!taken.has(numbered)) return numbered;
    }
  };
  const named = tokens.map((token, place) => {
    const name = nameFor(token, plain[place] ?? '');
    if (!taken.has(name)) taken.set(name, token);
    return { name, token };
  });
  if (pairs.length > 0) throw nameCollisions(pairs);
  return named;
};

/** Two paths that would share one name. */
interface Collision {
  readonly name: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** An error that names every pair. */
const nameCollisions = (pairs: readonly Collision[]) =>
  invalid(
    pairs.map(({ name, first, second }) => ({
      field: 'tokens',
      message: `The tokens ${first.join('.')} and ${second.join('.')} would both be named ${name}.`,
    })),
    { code: 'name_collision' },
  );

/** The error for two paths that would share one name. */
export const nameCollision = (name: string, first: readonly string[], second: readonly string[]) =>
  nameCollisions([{ name, first, second }]);
