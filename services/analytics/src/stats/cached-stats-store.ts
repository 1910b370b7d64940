import type { Database } from '@platform/database';
import type { Logger } from '@platform/runtime';

import { createBlocksStore } from './derived/columns/blocks-store.ts';
import { createDerivedKeeper } from './derived/derived-keeper.ts';
import { createMonthSumsStore } from './derived/month-sums-store.ts';
import { createStatsStore } from './stats-store.ts';
import type { StatsStore } from './stats-store.ts';

export interface CachedStatsStore {
  readonly store: StatsStore;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/**
 * A statistics store that derives, in the background, data that would have answered its questions
 * faster.
 */
export const createCachedStatsStore = (database: Database, logger: Logger): CachedStatsStore => {
  const months = createDerivedKeeper({
    store: createMonthSumsStore(database),
    what: 'sums of a month',
    logger,
  });
  const days = createDerivedKeeper({ store: createBlocksStore(database), what: 'columns of a day', logger });
  return {
    store: createStatsStore(database, { onStaleMonths: months.order, onMissingDays: days.order }),
    async stop() {
      await Promise.all([months.stop(), days.stop()]);
    },
  };
};
