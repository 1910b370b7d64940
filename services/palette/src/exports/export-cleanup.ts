import { createRepeatingJob } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import type { ExportCleanupStore } from './export-cleanup-store.ts';
import type { ExportsQueue } from './exports-queue.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface ExportCleanupDeps {
  store: Pick<ExportCleanupStore, 'takeIdle' | 'removeExpired'>;
  queue: Pick<ExportsQueue, 'add'>;
  metrics: Pick<WorkerMetrics, 'recovered'>;
  logger: Logger;
  /** Seconds without progress after which an unfinished export is queued again. */
  idleSeconds: number;
}

export interface ExportCleanup {
  /** Cleans up once. Resolves with the number of exports that were queued again. */
  run: () => Promise<number>;
  start: () => void;
  stop: () => Promise<void>;
}

const BATCH = 500;
/** How long a client is told that an export has expired, rather than that it never existed. */
const GRACE_DAYS = 30;

/**
 * Queues the exports whose job was lost (the queue was down, or forgot it) and removes expired
 * ones. Jobs are identified by export, so queuing one twice is harmless.
 */
export const createExportCleanup = (deps: ExportCleanupDeps): ExportCleanup => {
  const { store, queue, metrics, logger, idleSeconds } = deps;

  const run = async (): Promise<number> => {
    const ids = await store.takeIdle(idleSeconds, BATCH);
    if (ids.length > 0) {
      await queue.add(ids);
      metrics.recovered(ids.length);
    }
    await store.removeExpired(GRACE_DAYS);
    return ids.length;
  };

  const job = createRepeatingJob({
    name: 'the cleanup of exports',
    run,
    everyMilliseconds: Math.max(250, (idleSeconds * 1_000) / 2),
    logger,
  });
  return {
    run,
    start: () => {
      job.start();
    },
    stop: () => job.stop(),
  };
};
