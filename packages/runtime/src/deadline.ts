/** What was waited for did not come in time. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`timed out after ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/**
 * Waits for `work` at most `milliseconds`. The work itself goes on after the deadline, and its
 * outcome is ignored.
 *
 * @example
 * await withDeadline(queue.add(job), 2_000, () => unavailable('The queue took no job in time.'));
 *
 * @param late makes the error of a missed deadline; a `DeadlineError` by default
 */
export const withDeadline = async <Value>(
  work: Promise<Value>,
  milliseconds: number,
  late: () => Error = () => new DeadlineError(milliseconds),
): Promise<Value> => {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(late());
  }, milliseconds);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
