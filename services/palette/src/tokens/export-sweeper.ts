import type { Logger } from '@platform/runtime';

import type { ExportUpkeepStore } from './export-upkeep-store.ts';
import type { TokensQueue } from './tokens-queue.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface ExportSweeperDeps {
  store: Pick<ExportUpkeepStore, 'takeIdle' | 'removeExpired'>;
  queue: Pick<TokensQueue, 'add'>;
  metrics: Pick<WorkerMetrics, 'recovered'>;
  logger: Logger;
  /** An unfinished export that nothing happened to for so long is put in the queue again. */
  idleSeconds: number;
}

export interface ExportSweeper {
  /** Sweeps once. Resolves with the number of exports that were put in the queue again. */
  sweep(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const BATCH = 500;
/** Until then a client is told that its export expired, rather than that it never was. */
const GRACE_DAYS = 30;

/**
 * Makes up for what a queue can lose: jobs that were never added because it was down, or that it forgot. It puts the ids of
 * idle exports in the queue, which ignores those that it knows. And it removes what has expired.
 */
export const createExportSweeper = (deps: ExportSweeperDeps): ExportSweeper => {
  const { store, queue, metrics, logger, idleSeconds } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const sweep = async (): Promise<number> => {
    const ids = await store.takeIdle(idleSeconds, BATCH);
    if (ids.length > 0) {
      await queue.add(ids);
      metrics.recovered(ids.length);
    }
    await store.removeExpired(GRACE_DAYS);
    return ids.length;
  };

  const run = async (): Promise<void> => {
    try {
      await sweep();
    } catch (error) {
      logger.warn({ err: error }, 'sweeping the exports failed; it is tried again');
    }
  };

  return {
    sweep,
    start() {
      running = run();
      timer = setInterval(
        () => {
          running = running.then(run);
        },
        Math.max(250, (idleSeconds * 1_000) / 2),
      );
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};
