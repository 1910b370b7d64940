/** What a regular expression comes to when its repetitions are written out. */
export interface ExpressionSize {
  /** Signs, sets and classes. */
  readonly signs: number;
  /** What may be left out or repeated without end: each costs PostgreSQL time when it reads the expression. */
  readonly loops: number;
}

interface Level {
  before: ExpressionSize;
  /** What a quantifier would repeat. */
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
