import { addMonths, monthOf, monthsBefore } from '../partitions/month.ts';
import type { PartitionsStore } from '../partitions/partitions-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';

export interface MaintenanceServiceDeps {
  store: MaintenanceStore;
  partitions: PartitionsStore;
  salts: { destroyOld(now: Date): Promise<void> };
  localDay: (timezone: string, instant: number) => string;
  now?: () => number;
}

export interface MaintenanceService {
  /** What has to happen on time: salts whose day is over are destroyed. Every minute. */
  tick(): Promise<void>;
  /**
   * Makes partitions ahead, and removes what is past its retention. Every hour.
   * @returns false if another instance is at it
   */
  sweep(): Promise<boolean>;
}

const MONTHS_AHEAD = 2;
const DAY_MS = 86_400_000;

/** The upkeep of the tables. */
export const createMaintenanceService = (deps: MaintenanceServiceDeps): MaintenanceService => {
  const { store, partitions, salts, localDay, now = Date.now } = deps;

  /** Whole months go as partitions, when no website keeps them. */
  const dropOldMonths = async (): Promise<void> => {
    const longest = await store.longestRetention();
    if (longest === null) return;
    // The first day that is kept may begin in the month before, where it is still the day before.
    const oldest = monthOf(monthsBefore(now(), Math.max(longest, 1)) - DAY_MS);
    for (const month of await partitions.list())
      if (month < oldest && month < monthOf(now())) await partitions.drop(month);
  };

  const applyRetentions = async (): Promise<void> => {
    for (const { websiteId, months, timezone } of await store.retentions()) {
      // Whole local days, so that the sums of the first day that is left stay right.
      const day = localDay(timezone, monthsBefore(now(), months));
      await store.removeBefore(websiteId, day, timezone);
    }
  };

  return {
    tick: () => salts.destroyOld(new Date(now())),
    sweep: () =>
      store.exclusively(async () => {
        for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1)
          await partitions.ensure(addMonths(monthOf(now()), ahead));
        await dropOldMonths();
        await applyRetentions();
        await store.removeDeletedWebsites();
        await store.removeOldDeliveries();
        await store.removeOldEventIds();
      }),
  };
};
