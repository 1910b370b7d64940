import type { JobsOptions, QueueBackend } from '@platform/queue';
import type { Logger } from '@platform/runtime';

/** Name of the queue; a job's data is empty, its id is that of the export. */
export const EXPORTS_QUEUE = 'exports';

/** Faults are tried again for about a minute: after 0.25, 0.5, 1, … 16 s, each less up to half of it. */
export const JOB_OPTIONS = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 250, jitter: 0.5 },
  // The row knows how it ended; and a job that is gone can be put in the queue again under its id.
  removeOnComplete: true,
  removeOnFail: true,
} satisfies JobsOptions;

export interface TokensQueue {
  /** Puts exports in the queue. One that is in it already, or being worked on, is left as it is. */
  add(ids: readonly string[]): Promise<void>;
  /** Puts an export in the queue soon, together with others, without anybody waiting for it. The sweeper makes up for faults. */
  addSoon(id: string): void;
}

/** Jobs that are sent in one call, at most. */
const BATCH = 250;

export const createTokensQueue = (backend: QueueBackend, logger: Logger): TokensQueue => {
  const queue = backend.queue<Record<string, never>>(EXPORTS_QUEUE);
  let waiting: string[] = [];
  let sending = false;

  const add = async (ids: readonly string[]): Promise<void> => {
    await queue.addBulk(ids.map((id) => ({ name: 'export', data: {}, opts: { ...JOB_OPTIONS, jobId: id } })));
  };

  /** While one call is under way the next ids gather, so that a burst costs few calls and a single one no wait. */
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        await add(batch);
      }
    } catch (error) {
      waiting = [];
      logger.warn({ err: error }, 'the queue takes no exports; they are put in it later');
    } finally {
      sending = false;
    }
  };

  return {
    add,
    addSoon(id) {
      waiting.push(id);
      void send();
    },
  };
};
