import type { Database } from '@platform/database';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { localDay } from '../calendar/zone-day.ts';
import { createSaltsStore } from '../collect/visitors/salts-store.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import { createIdleTextsStore } from './idle-texts-store.ts';
import { createMaintenanceService } from './maintenance-service.ts';
import { createMaintenanceStore } from './maintenance-store.ts';
import { recutDays } from './recut-days.ts';
import { createRecutStore } from './recut-store.ts';

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
