import { AsyncLocalStorage } from 'node:async_hooks';

interface Answer {
  /** When it is due, by performance.now(), which goes on while the process is stopped. */
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
