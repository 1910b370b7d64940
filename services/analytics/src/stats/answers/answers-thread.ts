import { unavailable } from '@platform/errors';
import { createBackgroundThread, ThreadError } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import { unpackOutcome } from './stats-answers.ts';
import type { PackedOutcome, StatsAnswers } from './stats-answers.ts';
import type { AnswerFunctions, AnswersThreadData } from './thread.ts';

/** Connections of the thread to the database, and so questions that it works on at once. */
const CONNECTIONS = 2;
const MOST_WAITING = 50;
/** Longer than a statement may take: whoever asked has gone by then. */
const MILLISECONDS = 30_000;
/** Holds the 100,000 rows of the largest answer several times over. */
const MEMORY_MEGABYTES = 384;

const ASK_FOR_LESS = 'Ask for fewer days, dimensions or conditions.';

const MESSAGES = {
  busy: 'Too many large questions are being answered. Try again soon.',
  late: `The answer took too long. ${ASK_FOR_LESS}`,
  memory: `The answer takes too much memory. ${ASK_FOR_LESS}`,
  ended: 'The answer was interrupted. Try again.',
} as const;

export interface AnswersThread {
  readonly answers: StatsAnswers;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export interface AnswersThreadOptions extends Omit<AnswersThreadData, 'connections'> {
  readonly logger: Pick<Logger, 'error'>;
  /** How long an answer may take, waiting included; 30 s by default. */
  readonly milliseconds?: number;
  readonly memoryMegabytes?: number;
}

/**
 * Answers questions in a thread with connections of its own, so that requests to this one don't wait
 * for them. The thread starts with the first question.
 * @throws AppError `unavailable` also when too many questions wait, or the thread ends
 */
export const createAnswersThread = (options: AnswersThreadOptions): AnswersThread => {
  const { databaseUrl, replica, logger } = options;
  const { milliseconds = MILLISECONDS, memoryMegabytes = MEMORY_MEGABYTES } = options;
  const thread = createBackgroundThread<AnswerFunctions>({
    entry: new URL('./thread.ts', import.meta.url),
    data: { databaseUrl, replica, connections: CONNECTIONS } satisfies AnswersThreadData,
    memoryMegabytes,
    milliseconds,
    atOnce: CONNECTIONS,
    mostWaiting: MOST_WAITING,
    onEnd(cause) {
      logger.error({ err: cause }, 'the thread for large questions ended');
    },
  });
  const ask = async <Result>(call: Promise<PackedOutcome<Result>>): Promise<Result> => {
    try {
      return unpackOutcome(await call);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      throw unavailable(MESSAGES[error.fault], { cause: error });
    }
  };
  return {
    answers: {
      query: (question) => ask(thread.call('query', question)),
      queryJson: (question) => ask(thread.call('queryJson', question)),
      queryCsv: (question) => ask(thread.call('queryCsv', question)),
      counts: (question) => ask(thread.call('counts', question)),
      countsCsv: (question) => ask(thread.call('countsCsv', question)),
      rollupJson: (question) => ask(thread.call('rollupJson', question)),
      rollupCsv: (question) => ask(thread.call('rollupCsv', question)),
    },
    stop: () => thread.stop(),
  };
};
