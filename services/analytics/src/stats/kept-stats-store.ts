import type { Database } from '@platform/database';
import type { Logger } from '@platform/runtime';

import { createBlocksStore } from './columns/blocks-store.ts';
import { createDerivedKeeper } from './derived-keeper.ts';
import { createMonthSumsStore } from './month-sums-store.ts';
import { createStatsStore } from './stats-store.ts';
import type { StatsStore } from './stats-store.ts';

export interface KeptStatsStore {
  readonly store: StatsStore;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/** A store of statistics that makes, in the background, what would have answered its questions faster. */
export const createKeptStatsStore = (database: Database, logger: Logger): KeptStatsStore => {
  const months = createDerivedKeeper({
    ...{ store: createMonthSumsStore(database), what: 'sums of a month', logger },
  });
  const days = createDerivedKeeper({ store: createBlocksStore(database), what: 'columns of a day', logger });
  return {
    store: createStatsStore(database, { onStaleMonths: months.order, onMissingDays: days.order }),
    async stop() {
      await Promise.all([months.stop(), days.stop()]);
    },
  };
};
