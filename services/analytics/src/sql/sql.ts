import type { Database } from '@platform/database';
import { invalid, unavailable } from '@platform/errors';

/** SQL and its values. They never mix, so a value can't become SQL. */
export interface Sql {
  readonly text: string;
  readonly values: readonly BoundValue[];
}

type Scalar = string | number | boolean | null | Date;
type BoundValue = Scalar | string[] | number[];
export type SqlValue = Scalar | readonly string[] | readonly number[];

const isSql = (value: Sql | SqlValue): value is Sql =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value;

const isTexts = (value: readonly string[] | readonly number[]): value is readonly string[] =>
  typeof value[0] === 'string';

const bound = (value: SqlValue): BoundValue => {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return isTexts(value) ? [...value] : [...value];
};

/**
 * Template tag: pieces of SQL are inserted, everything else becomes a bound value (`?`); arrays
 * become PostgreSQL arrays.
 */
export const sql = (strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql => {
  let text = strings[0] ?? '';
  const values: BoundValue[] = [];
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(bound(part));
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values };
};

/**
 * SQL written by the code itself, such as a column's name from a fixed table. Never from a request.
 */
export const literal = (text: string): Sql => ({ text, values: [] });

export const join = (parts: readonly Sql[], separator: string): Sql => ({
  text: parts.map((part) => part.text).join(separator),
  values: parts.flatMap((part) => part.values),
});

/** Conditions joined by AND; no condition holds always. */
export const allOf = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`true` : sql`(${join(parts, ' AND ')})`;

/** Conditions joined by OR; no condition never holds. */
export const anyOf = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`false` : sql`(${join(parts, ' OR ')})`;

/** PostgreSQL's code for a statement that reached its time-out. */
const QUERY_CANCELED = '57014';
/** Its code for a regular expression that it can't read, or that is too complex. */
const INVALID_REGULAR_EXPRESSION = '2201B';

/**
 * Database limits for a client's question, within its transaction. The timeout keeps a stranger
 * from occupying the database.
 */
export const QUESTION_LIMITS = `SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = '20s'`;

const ADVICE = 'Ask for fewer days, dimensions or conditions.';

/**
 * Tells the client what to do about a question that takes too long, or whose regular expression
 * PostgreSQL refuses: neither is a fault of ours.
 */
export const inTime = async <Result>(answer: Promise<Result>, advice = ADVICE): Promise<Result> => {
  try {
    return await answer;
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (code === INVALID_REGULAR_EXPRESSION)
      throw invalid([{ field: 'filters', message: 'A regular expression is not valid or too complex' }], {
        cause: error,
      });
    if (code !== QUERY_CANCELED) throw error;
    throw unavailable(`The answer took too long. ${advice}`, { cause: error });
  }
};

/** How long a transaction may keep others waiting, as PostgreSQL's texts of times: `3s`. */
interface TransactionLimits {
  /** Between two statements. An instance that stops there (a frozen host, SIGSTOP) is cut off. */
  readonly idle: string;
  /** For a lock that somebody else holds. */
  readonly wait: string;
}

/** For what others wait for within seconds: hits, above all (docs/adr/0031). */
export const SHORTLY: TransactionLimits = { idle: '2s', wait: '3s' };

/**
 * For work in the background, which may wait for a long statement of another such transaction. What
 * waits in vain is tried again the next time.
 */
export const IN_BACKGROUND: TransactionLimits = { idle: '10s', wait: '60s' };

/** Limits a transaction that holds locks: those of a dead process must not stay. */
export const limitTransaction = async (
  transaction: Pick<Database, 'raw'>,
  { idle, wait }: TransactionLimits,
): Promise<void> => {
  await transaction.raw(
    `SELECT set_config('idle_in_transaction_session_timeout', ?, true), set_config('lock_timeout', ?, true)`,
    [idle, wait],
  );
};
