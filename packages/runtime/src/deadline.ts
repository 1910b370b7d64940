import { AsyncLocalStorage } from 'node:async_hooks';

interface Answer {
  /** Time at which it is due, by performance.now(), which keeps running while the process is stopped. */
  readonly dueAt: number;
  /** False once the work is done: what it left running is nobody's answer. */
  isPending: boolean;
}

const present = new AsyncLocalStorage<Answer>();

/**
 * Runs `work`, whose answer nobody waits for after `dueAt` (by performance.now()). Statements that
 * would change something are refused from then on, until the work ends.
 */
export const answerInTime = async <Result>(dueAt: number, work: () => Promise<Result>): Promise<Result> => {
  const answer: Answer = { dueAt, isPending: true };
  try {
    return await present.run(answer, work);
  } finally {
    answer.isPending = false;
  }
};

/** True inside of `answerInTime`, once the answer would come too late. */
export const isTooLate = (): boolean => {
  const answer = present.getStore();
  return answer?.isPending === true && performance.now() > answer.dueAt;
};

/** Thrown when something doesn't happen in time. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`timed out after ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/**
 * Waits for `work` at most `milliseconds`. The work itself continues after the deadline, and its
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
