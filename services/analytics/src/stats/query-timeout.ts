import { invalid, unavailable } from '@platform/errors';

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
