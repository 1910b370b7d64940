import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { RunsStore } from './runs-store.ts';

export interface RunRetentionDeps {
  store: Pick<RunsStore, 'removeOlder'>;
  /** Days that runs are kept; 0 keeps them as long as their report. */
  days: number;
  logger: Logger;
}

const HOUR = 3_600_000;
/** Runs removed at once, so that no lock is held for long. */
const BATCH = 1000;

/**
 * Removes old runs, hour by hour. The last two results of a report stay, whatever their age: its page
 * shows one and compares it with the other.
 */
export const createRunRetention = ({ store, days, logger }: RunRetentionDeps): RepeatingJob =>
  createRepeatingJob({
    name: 'removing old runs',
    run: async () => {
      if (days === 0) return;
      for (let removed = BATCH; removed === BATCH;) removed = await store.removeOlder(days, BATCH);
    },
    everyMilliseconds: HOUR,
    firstAfterMilliseconds: HOUR,
    logger,
  });
