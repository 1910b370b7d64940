import { createRequire } from 'node:module';

import { invalid } from '@platform/errors';
import type * as AnyAscii from 'any-ascii';
import type { DesignToken, ColorToken } from '../token.ts';
import { colorsOf } from '../token.ts';

const codePoint = (character: string): string => `u${(character.codePointAt(0) ?? 0).toString(16)}`;

const spell = (text: string, write: (letter: string) => string): string =>
  Array.from(text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .map((character) => {
      if (character <= '\x7f') return character;
      return /[\p{XID_Continue}\p{M}\p{N}]/u.test(character) ? write(character) : ' ';
    })
    .join('');

let transliterate: typeof AnyAscii.default | undefined;

/** Loads its table with the first letter that needs it: it takes a megabyte. */
const anyAscii = (text: string): string => {
  transliterate ??= (createRequire(import.meta.url)('any-ascii') as typeof AnyAscii).default;
  return transliterate(text);
};

/** A letter as a reader of Latin script would write it; '' for a mark without a sound of its own. */
const latin = (character: string): string => {
  const written = anyAscii(character).replaceAll(/[^A-Za-z0-9]/g, '');
  return written === '' && !/\p{M}/u.test(character) ? codePoint(character) : written;
};

/**
 * A text in ASCII: letters lose their marks (`é` → `e`), and those of other scripts are
 * transliterated (`ß` → `ss`, `中` → `Zhong`). Different texts may get the same spelling. Readings
 * are Mandarin, in Japanese names too.
 */
export const toAscii = (text: string): string => spell(text, latin);

/** A text in ASCII that stays distinct from others: its letters as code points (`中` → `u4e2d`). */
const toCodePoints = (text: string): string => spell(text, codePoint);

/** Identifier characters (UAX #31) without connectors such as `_`; a mark follows its letter. */
const WORD = /[\p{XID_Continue}--[\p{Pc}\p{M}]][\p{XID_Continue}--\p{Pc}]*/gv;

/**
 * The words of a name in lower case: `OnPrimary`, `on_primary` and `on primary` are all `on`,
 * `primary`. Invisible characters, such as emoji joiners, are dropped. A name without letters or
 * digits (`★`) is spelt by its code points.
 */
export const words = (name: string): string[] => {
  const found = name
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .normalize('NFC')
    .match(WORD);
  return found ?? [Array.from(name, codePoint).join('')];
};

/** How the words of a name are joined. */
export const kebab = (words: readonly string[]): string => words.join('-');

export const snake = (words: readonly string[]): string => words.join('_');

/**
 * Adjacent numbers get a separator (`tint1_950`): otherwise `tint-1`, `950` and `tint-19`, `50`
 * would collide.
 */
export const camel = (words: readonly string[]): string =>
  words.reduce((name, word) => {
    if (name === '') return word;
    return /\p{N}$/u.test(name) && /^\p{N}/u.test(word) ? `${name}_${word}` : name + capitalise(word);
  }, '');

export const pascal = (words: readonly string[]): string => words.map(capitalise).join('');

const capitalise = (word: string): string => {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
};

/** How names look in one target. */
export interface NameRule {
  readonly join: (words: readonly string[]) => string;
  /** True if the target's names are limited to ASCII. */
  readonly ascii: boolean;
  /** True if a name may begin with a digit; otherwise it is prefixed with `c` (for colour). */
  readonly leadingDigit: boolean;
  /** True if names are in lower case only. */
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
  /** True if names are spelt as the target does, or keep the case that they were given. */
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

/**
 * A text on one line without invisible characters: controls, noncharacters (invalid in XML), and
 * bidirectional controls, which make code look different from what it is (Trojan Source,
 * CVE-2021-42574).
 */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Bidi_Control}]+/gu, ' ').trim();
