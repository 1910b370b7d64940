import { unavailable } from '@platform/errors';

/** PostgreSQL's code for a statement that reached the statistics' time-out. */
const QUERY_CANCELED = '57014';

/** Tells the client what to do about a question that takes too long: that is no fault of ours. */
export const inTime = async <Result>(answer: Promise<Result>): Promise<Result> => {
  try {
    return await answer;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== QUERY_CANCELED) throw error;
    throw unavailable('The answer took too long. Ask for fewer days, dimensions or conditions.', {
      cause: error,
    });
  }
};
