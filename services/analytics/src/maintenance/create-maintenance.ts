import type { Database } from '@platform/database';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { localDay, addDays } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { createSaltsStore } from '../collect/visitors/salts-store.ts';
import { addMonths, monthOf, monthsBefore } from '../partitions/month.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import type { PartitionsStore } from '../partitions/partitions-store.ts';
import { createIdleTextsStore } from './idle-texts-store.ts';
import type { IdleText, IdleTextsStore } from './idle-texts-store.ts';
import { createMaintenanceStore } from './maintenance-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import { createRecutStore } from './recut-store.ts';
import type { RecutStore, ZoneChange } from './recut-store.ts';

/** Something to be done, by the name that it has in an error. */
type Step = readonly [name: string, run: () => Promise<unknown>];

/**
 * Runs steps one after the other, also those behind one that fails: a lock that can't be had must
 * not keep data longer than its owner wants.
 * @param signal begins no further step once it is aborted; what is left waits for the next time
 * @throws AggregateError that names the steps that failed
 */
const runSteps = async (steps: Iterable<Step>, signal?: AbortSignal): Promise<void> => {
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (const [name, run] of steps) {
    if (signal?.aborted) break;
    try {
      await run();
    } catch (error) {
      failures.push({ name, error });
    }
  }
  if (failures.length === 0) return;
  const told = failures.map(
    ({ name, error }) => `${name} (${error instanceof Error ? error.message : String(error)})`,
  );
  throw new AggregateError(
    failures.map(({ error }) => error),
    `could not be done: ${told.join('; ')}`,
  );
};

/**
 * A text is removed when nothing has referred to it, and nobody has looked it up, for so long. No
 * process remembers its id then: memories last a day (`MEMORY_MS` of the dictionary), even where a
 * clock is set back by another.
 */
const IDLE_MS = 3 * 86_400_000;
/** Texts that are marked or removed at one look. */
const TEXTS = 100_000;
/** The rest after this many, or after this time, waits for the next sweep. */
const WEBSITES = 100_000;
const ENOUGH_MS = 5 * 60_000;
/** A website with more texts, or whose texts can't be looked at, has its next turn after this long. */
const AGAIN_MS = 3_600_000;

/**
 * Removes the texts of one website that nothing refers to any more, or notes that they are idle.
 * @returns false if there may be more of them
 */
const sweepTexts = async (
  store: IdleTextsStore,
  websiteId: number,
  idleBefore: Date,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  let used: ReadonlySet<number> | undefined;
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const texts: readonly IdleText[] = await store.list(websiteId, afterId, idleBefore, TEXTS);
    if (texts.some(({ isPage }) => isPage)) used ??= await store.pagesOfEvents(websiteId);
    const idle = texts.filter(({ id }) => !used?.has(id));
    const idsOf = (areForgotten: boolean): number[] =>
      idle.filter(({ isForgotten }) => isForgotten === areForgotten).map(({ id }) => id);
    await store.remove(websiteId, idsOf(true), idleBefore);
    await store.mark(websiteId, idsOf(false), now);
    if (signal?.aborted) return false;
    const isFull = texts.length >= TEXTS;
    if (isFull && idle.length > 0) return false;
    afterId = isFull ? texts.at(-1)?.id : undefined;
  }
  return true;
};

/** Looks at a website, and says when to look again. */
const sweepWebsite = async (
  store: IdleTextsStore,
  websiteId: number,
  isShortLived: boolean,
  now: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const again = new Date(now + AGAIN_MS);
  await store.schedule(websiteId, again);
  const idleBefore = new Date(now - IDLE_MS);
  if (!(await sweepTexts(store, websiteId, idleBefore, new Date(now), signal))) return;
  const isUnfinished = isShortLived || (await store.hasMarkedSince(websiteId, idleBefore));
  await store.reschedule(websiteId, again, isUnfinished ? new Date(now + IDLE_MS) : null);
};

/**
 * Removes texts that nothing refers to any more: what a website's retention removed, or an import
 * that was undone, must not live on as a list of page addresses.
 * @param shortLived the websites that keep their data for a limited time
 * @param signal ends it between two looks; the rest waits for the next sweep
 * @throws AggregateError that names the websites that failed
 */
const removeIdleTexts = async (
  store: IdleTextsStore,
  shortLived: readonly number[],
  signal?: AbortSignal,
): Promise<void> => {
  const now = await store.now();
  const end = performance.now() + ENOUGH_MS;
  const limited = new Set(shortLived);
  const due = await store.due(shortLived, new Date(now), WEBSITES);
  const steps = function* (): Generator<Step> {
    for (const id of due) {
      if (performance.now() > end) return;
      yield [`texts of website ${id}`, () => sweepWebsite(store, id, limited.has(id), now, signal)];
    }
  };
  await runSteps(steps(), signal);
};

export interface MaintenanceServiceDeps {
  store: MaintenanceStore;
  idleTexts: IdleTextsStore;
  partitions: PartitionsStore;
  salts: { destroyOld(now: Date): Promise<void> };
  localDay: (timezone: string, instant: number) => string;
  now?: () => number;
}

export interface MaintenanceService {
  /** Destroys salts once their day is over. Call it every minute. */
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
/** Number of websites from which old data is removed in one transaction. */
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

/**
 * How many days apart two clocks can be: 10:30 UTC is two calendar days later in Kiritimati
 * (UTC+14) than in Pago Pago (UTC-11).
 */
const DAYS_APART = [-2, -1, 0, 1, 2];

/** Days that may have something by another clock, the latest first: those are looked at most. */
const around = (days: readonly LocalDay[]): readonly LocalDay[] =>
  [...new Set(days.flatMap((day) => DAYS_APART.map((apart) => addDays(day, apart))))].sort().reverse();

const recutWebsite = async (store: RecutStore, change: ZoneChange, signal: AbortSignal): Promise<void> => {
  const { websiteId, timezone } = change;
  if (timezone !== undefined)
    for (const day of around(await store.daysOf(websiteId))) {
      if (signal.aborted) return;
      await store.recut(websiteId, timezone, day);
    }
  await store.forget(change);
};

/**
 * Cuts the sums by day of websites that got another time zone by its days, a day at a time. What is
 * interrupted begins again the next time, and so does what failed: days that are right stay as they are.
 * @param stop ends it between two days
 * @throws AggregateError that names the websites that failed
 */
export const recutDays = async (store: RecutStore, stop?: AbortSignal): Promise<void> => {
  await store.exclusively(async (signal) => {
    const steps = (await store.changes()).map((change): Step => [
      `days of website ${change.websiteId}`,
      () => recutWebsite(store, change, signal),
    ]);
    await runSteps(steps, signal);
  }, stop);
};

export interface MaintenanceDeps {
  database: Database;
  logger: Logger;
  /** Takes salts out of this process' memory once their time is over. */
  forgetSalts: () => void;
  /** True on a Citus cluster. */
  isDistributed: () => boolean | Promise<boolean>;
}

/** A salt outlives the end of its half hour of grace by this long at most. */
const SALTS_EVERY_MS = 60_000;
const DELETIONS_EVERY_MS = 60_000;
const RECUT_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/** The jobs that keep the tables in order: salts are destroyed on time, old data is removed. */
export const createMaintenance = (deps: MaintenanceDeps): readonly RepeatingJob[] => {
  const { database, logger, forgetSalts, isDistributed } = deps;
  const maintenance = createMaintenanceService({
    store: createMaintenanceStore(database),
    idleTexts: createIdleTextsStore(database),
    partitions: createPartitionsStore(database),
    salts: createSaltsStore(database, isDistributed),
    localDay,
  });
  const recuts = createRecutStore(database);
  return [
    createRepeatingJob({
      name: 'destroying salts',
      run: () => {
        forgetSalts();
        return maintenance.tick();
      },
      everyMilliseconds: SALTS_EVERY_MS,
      logger,
    }),
    createRepeatingJob({
      name: 'data of deleted websites',
      run: (signal) => maintenance.removeDeleted(signal),
      everyMilliseconds: DELETIONS_EVERY_MS,
      logger,
    }),
    createRepeatingJob({
      name: 'days of another time zone',
      run: (signal) => recutDays(recuts, signal),
      everyMilliseconds: RECUT_EVERY_MS,
      logger,
    }),
    createRepeatingJob({
      name: 'partitions and retention',
      run: (signal) => maintenance.sweep(signal),
      everyMilliseconds: SWEEP_EVERY_MS,
      logger,
    }),
  ];
};
