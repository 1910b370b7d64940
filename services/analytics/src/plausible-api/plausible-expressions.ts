import { invalid } from '@platform/errors';

import { encodedPage } from '../stats/query/filter.ts';

/** Size of a regular expression with its repetitions written out. */
interface ExpressionSize {
  /** Signs, sets and classes. */
  readonly signs: number;
  /** Optional parts and unbounded repetitions: each costs PostgreSQL time when it reads the expression. */
  readonly loops: number;
}

interface Level {
  before: ExpressionSize;
  /** Part that a quantifier would repeat. */
  last: ExpressionSize;
}

const NOTHING: ExpressionSize = { signs: 0, loops: 0 };
const SIGN: ExpressionSize = { signs: 1, loops: 0 };
const COUNTED = /^\{(\d+)(?:(,)(\d*))?\}$/;

const sum = (one: ExpressionSize, other: ExpressionSize): ExpressionSize => ({
  signs: one.signs + other.signs,
  loops: one.loops + other.loops,
});

/** PostgreSQL writes `x{2,4}` out as `xxx?x?`, whatever x is. */
const repeated = ({ signs, loops }: ExpressionSize, quantifier: string): ExpressionSize => {
  const [, least = '1', comma, most = ''] = COUNTED.exec(quantifier) ?? [];
  if (!quantifier.startsWith('{')) return { signs, loops: loops + 1 };
  const times = Math.max(1, Number(least), Number(most));
  const leftOut = most === '' ? Number(comma !== undefined) : Number(most) - Number(least);
  return { signs: signs * times, loops: loops * times + leftOut };
};

/**
 * The size of a valid regular expression.
 * @param parts its sets, escaped signs, beginnings of groups, quantifiers and other signs, in order
 */
export const sizeOfExpression = (parts: readonly string[]): ExpressionSize => {
  const levels: Level[] = [{ before: NOTHING, last: NOTHING }];
  let isQuantified = false;
  for (const part of parts) {
    const level = levels.at(-1);
    if (level === undefined) break;
    const isQuantifier = /^[*+?]$|^\{\d/.test(part);
    if (isQuantifier) {
      // A question mark behind another quantifier makes it lazy.
      if (!isQuantified) level.last = repeated(level.last, part);
      isQuantified = !isQuantified;
      continue;
    }
    isQuantified = false;
    if (part.startsWith('(')) levels.push({ before: NOTHING, last: NOTHING });
    else if (part === ')') {
      levels.pop();
      const outer = levels.at(-1);
      if (outer === undefined) break;
      outer.before = sum(outer.before, outer.last);
      outer.last = sum(sum(level.before, level.last), SIGN);
    } else {
      level.before = sum(level.before, level.last);
      level.last = SIGN;
    }
  }
  return levels.map(({ before, last }) => sum(before, last)).reduce(sum, NOTHING);
};

const PART = /\[(?!\^\])\^?(?:\\.|[^\]\\])+\]|\\.|\(\?[^)]?|\{\d+(?:,\d*)?\}|[^]/gu;

/**
 * Splits a regular expression into its parts, in order: sets, escaped characters, starts of groups,
 * counted repetitions, and all other characters one by one.
 */
export const partsOf = (expression: string): readonly string[] =>
  [...expression.matchAll(PART)].map(([part]) => part);

const MOST_CHARACTERS = 300;
const MOST_REPETITIONS = 255;
/** PostgreSQL 15 reads the worst that was found within these limits in 0.15 s. */
const MOST_SIGNS = 1_000;
const MOST_LOOPS = 100;

const refuse = (text: string, why: string) =>
  invalid([
    {
      field: 'filters',
      message: `"${text.slice(0, 60)}": ${why}. Only RE2 syntax is supported, with no flag except (?i); for simple patterns use matches_wildcard, where * matches any text`,
    },
  ]);

/** Escapes of RE2’s that PostgreSQL has other names for. */
const RENAMED: Readonly<Record<string, string>> = { '\\b': '\\y', '\\B': '\\Y' };

const isClass = (escape: string): boolean => /^\\[dDwWsS]$/.test(escape);
const isSign = (escape: string): boolean => /^\\[^\w\s]$/u.test(escape);
/** Signs that JavaScript lets be escaped. */
const escaped = (sign: string): string => (/[\^$\\.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign);

const setOf = (part: string): string | undefined => {
  const inner = part.replace(/^\[\^?/, '').slice(0, -1);
  const isPlain = [...inner.matchAll(/\\.|[^]/gu)].every(
    ([each]) =>
      each !== '[' && (each.length === 1 || !each.startsWith('\\') || isClass(each) || isSign(each)),
  );
  return isPlain ? part : undefined;
};

/** The same in PostgreSQL’s language and in JavaScript’s; undefined for what RE2 or these don’t know. */
const translated = (part: string): readonly [string, string] | undefined => {
  // The beginning of a set that has no end, or of one that is empty.
  if (part === '[') return undefined;
  if (part.startsWith('[')) {
    const set = setOf(part);
    return set === undefined
      ? undefined
      : [set, set.replace(/\\[^\w\s\\\]^-]/gu, (each) => escaped(each.slice(1)))];
  }
  if (part.startsWith('(?')) return part === '(?:' ? [part, part] : undefined;
  if (!part.startsWith('\\')) return [part, part];
  const renamed = RENAMED[part];
  if (renamed !== undefined) return [renamed, part];
  if (isClass(part)) return [part, part];
  return isSign(part) ? [part, escaped(part.slice(1))] : undefined;
};

const isValid = (expression: string): boolean => {
  try {
    new RegExp(expression, 'u');
    return true;
  } catch {
    return false;
  }
};

/** A sign of an address as it is stored or as people write it. @throws AppError `invalid` for sets */
const asInPages = (text: string, part: string, ofPostgres: string): string => {
  const encoded = encodedPage(part);
  if (encoded === part) return ofPostgres;
  if (part.startsWith('['))
    throw refuse(
      text,
      `"${part}": addresses are stored percent-encoded, so sets can hold ASCII characters only`,
    );
  return `(?:${ofPostgres}|${encoded})`;
};

/** Refuses what would take PostgreSQL long to read, of which it does most before it has seen any text. */
const assertIsSmall = (text: string, parts: readonly string[]): void => {
  const counts = [...text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, least, most]) => [
    Number(least),
    Number(most ?? 0),
  ]);
  const { signs, loops } = sizeOfExpression(parts);
  if (signs > MOST_SIGNS || loops > MOST_LOOPS || counts.some((count) => count > MOST_REPETITIONS))
    throw refuse(text, 'too many repetitions');
};

/**
 * A regular expression of RE2’s as PostgreSQL reads it. Its engine needs no time that grows faster than
 * the text as long as nothing refers back to a group, which RE2 doesn’t know either.
 * @param isOfPages true for addresses, which are stored percent-encoded
 * @throws AppError `invalid`
 */
export const expressionOf = (text: string, isOfPages = false): string => {
  if (text.length > MOST_CHARACTERS) throw refuse(text, 'too long');
  const isAnyCase = text.startsWith('(?i)');
  const found = partsOf(isAnyCase ? text.slice(4) : text);
  const parts = found.map((part) => {
    const both = translated(part);
    if (both === undefined) throw refuse(text, `"${part}" isn’t known`);
    return both;
  });
  if (!isValid(parts.map(([, ofJavaScript]) => ofJavaScript).join(''))) throw refuse(text, 'not valid');
  assertIsSmall(text, found);
  const ofPostgres = parts.map(([part], index) =>
    isOfPages ? asInPages(text, found[index] ?? '', part) : part,
  );
  return `${isAnyCase ? '(?i)' : ''}${ofPostgres.join('')}`;
};

/** Text as an expression that means this text. */
export const literalExpression = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
