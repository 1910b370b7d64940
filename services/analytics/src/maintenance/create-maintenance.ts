import type { Database } from '@platform/database';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { localDay, addDays } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { createSaltsStore } from '../collect/visitors/salts-store.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import { createIdleTextsStore } from './idle-texts-store.ts';
import { createMaintenanceService, runSteps } from './maintenance-service.ts';
import type { Step } from './maintenance-service.ts';
import { createMaintenanceStore } from './maintenance-store.ts';
import { createRecutStore } from './recut-store.ts';
import type { RecutStore, ZoneChange } from './recut-store.ts';

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
