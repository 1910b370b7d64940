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
  /** Destroys salts whose day is over. To be called every minute. */
  tick(): Promise<void>;
  /** Removes the data of websites that were just deleted. To be called every minute. */
  removeDeleted(): Promise<void>;
  /**
   * Creates partitions ahead of time, and removes what is past its retention. To be called every
   * hour.
   * @returns false if another instance is doing it
   */
  sweep(): Promise<boolean>;
}

const MONTHS_AHEAD = 2;
const DAY_MS = 86_400_000;
/** A hit that was identified just before its salt ended may still be on its way to the database. */
const ON_THE_WAY_MS = 30_000;
/** Websites whose old data is removed in one transaction. */
const AT_ONCE = 200;

/** Keeps the tables in order. */
export const createMaintenanceService = (deps: MaintenanceServiceDeps): MaintenanceService => {
  const { store, partitions, salts, localDay, now = Date.now } = deps;

  /** Whole months go as partitions once no website keeps them. */
  const dropOldMonths = async (): Promise<void> => {
    const longest = await store.longestRetention();
    if (longest === null) return;
    // The first kept day may begin in the month before, where it is still the day before.
    const oldest = monthOf(monthsBefore(now(), Math.max(longest, 1)) - DAY_MS);
    for (const month of await partitions.list())
      if (month < oldest && month < monthOf(now())) await partitions.drop(month);
  };

  /** Websites that keep as long in the same time zone go together: each hour looks at all of them. */
  const applyRetentions = async (): Promise<void> => {
    const groups = Map.groupBy(await store.retentions(), ({ months, timezone }) => `${months} ${timezone}`);
    for (const group of groups.values()) {
      const { months = 0, timezone = 'UTC' } = group[0] ?? {};
      // Whole local days, so that the sums of the first remaining day stay right.
      const day = localDay(timezone, monthsBefore(now(), months));
      for (let from = 0; from < group.length; from += AT_ONCE) {
        const ids = group.slice(from, from + AT_ONCE).map(({ websiteId }) => websiteId);
        await store.removeBefore(ids, day, timezone);
      }
    }
  };

  return {
    tick: () => salts.destroyOld(new Date(now() - ON_THE_WAY_MS)),
    async removeDeleted() {
      await store.exclusively(() => store.removeDeletedWebsites('new'));
    },
    sweep: () =>
      store.exclusively(async () => {
        for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1)
          await partitions.ensure(addMonths(monthOf(now()), ahead));
        await dropOldMonths();
        await applyRetentions();
        await store.removeDeletedWebsites('all');
        await store.removeOldDeliveries();
        await store.removeOldUploads();
        await store.removeOldEventIds();
      }),
  };
};
