import { addMonths, monthOf, monthsBefore } from '../partitions/month.ts';
import type { PartitionsStore } from '../partitions/partitions-store.ts';
import type { IdleTextsStore } from './idle-texts-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import { removeIdleTexts } from './remove-idle-texts.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './run-steps.ts';

export interface MaintenanceServiceDeps {
  store: MaintenanceStore;
  idleTexts: IdleTextsStore;
  partitions: PartitionsStore;
  salts: { destroyOld(now: Date): Promise<void> };
  localDay: (timezone: string, instant: number) => string;
  now?: () => number;
}

export interface MaintenanceService {
  /** Destroys salts whose day is over. To be called every minute. */
  tick(): Promise<void>;
  /** Removes the data of websites that were just deleted. To be called every minute. */
  removeDeleted(signal?: AbortSignal): Promise<void>;
  /**
   * Creates partitions ahead of time, and removes what is past its retention. To be called every
   * hour.
   * @param signal ends it between two of its pieces: a process that stops doesn't wait for all of it
   * @returns false if another instance is doing it
   * @throws AggregateError of what failed, after all the rest was done
   */
  sweep(signal?: AbortSignal): Promise<boolean>;
}

const MONTHS_AHEAD = 2;
const DAY_MS = 86_400_000;
/** A hit that was identified just before its salt ended may still be on its way to the database. */
const ON_THE_WAY_MS = 30_000;
/** Websites whose old data is removed in one transaction. */
const AT_ONCE = 200;

/** Keeps the tables in order. */
export const createMaintenanceService = (deps: MaintenanceServiceDeps): MaintenanceService => {
  const { store, idleTexts, partitions, salts, localDay, now = Date.now } = deps;

  /**
   * Whole months go as partitions once no website keeps them. A lock that isn't free ends it until
   * the next sweep: queries queue behind each attempt, and whoever reads one month reads the others.
   */
  const dropOldMonths = async (signal?: AbortSignal): Promise<void> => {
    const longest = await store.longestRetention();
    if (longest === null) return;
    // The first kept day may begin in the month before, where it is still the day before.
    const oldest = monthOf(monthsBefore(now(), Math.max(longest, 1)) - DAY_MS);
    for (const month of await partitions.list())
      if (!signal?.aborted && month < oldest && month < monthOf(now())) await partitions.drop(month);
  };

  /** Websites that keep as long in the same time zone go together: each hour looks at all of them. */
  const applyRetentions = async (signal?: AbortSignal): Promise<void> => {
    const groups = Map.groupBy(await store.retentions(), ({ months, timezone }) => `${months} ${timezone}`);
    const steps = [...groups.values()].flatMap((group) => {
      const { months = 0, timezone = 'UTC' } = group[0] ?? {};
      // Whole local days, so that the sums of the first remaining day stay right.
      const day = localDay(timezone, monthsBefore(now(), months));
      const ids = group.map(({ websiteId }) => websiteId);
      return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part): Step => [
        `${months} months in ${timezone}`,
        () => store.removeBefore(ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE), day, timezone),
      ]);
    });
    await runSteps(steps, signal);
  };

  const sweepTexts = async (signal?: AbortSignal): Promise<void> => {
    const shortLived = (await store.retentions()).map(({ websiteId }) => websiteId);
    await removeIdleTexts(idleTexts, shortLived, signal);
  };

  return {
    tick: () => salts.destroyOld(new Date(now() - ON_THE_WAY_MS)),
    async removeDeleted(signal) {
      await store.exclusively((turn) => store.removeDeletedWebsites('new', turn), signal);
    },
    sweep: (stop) =>
      store.exclusively(async (signal) => {
        const ahead = Array.from({ length: MONTHS_AHEAD + 1 }, (_, count) =>
          addMonths(monthOf(now()), count),
        );
        const steps: readonly Step[] = [
          ...ahead.map((month): Step => [
            `creating the partitions of ${month}`,
            () => partitions.ensure(month),
          ]),
          ['applying retentions', () => applyRetentions(signal)],
          ['removing deleted websites', () => store.removeDeletedWebsites('all', signal)],
          ['removing old deliveries', () => store.removeOldDeliveries()],
          ['removing old uploads', () => store.removeOldUploads()],
          ['removing old event ids', () => store.removeOldEventIds()],
          ['removing idle texts', () => sweepTexts(signal)],
          // It may wait for a lock, with others waiting behind it: a backup holds one for hours.
          ['dropping old months', () => dropOldMonths(signal)],
        ];
        await runSteps(steps, signal);
      }, stop),
  };
};
