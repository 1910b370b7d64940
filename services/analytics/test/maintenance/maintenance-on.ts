import type { TestDatabase } from '@platform/testing';

import { localDay } from '../../src/calendar/local-day.ts';
import { createSaltsStore } from '../../src/collect/visitors/salts-store.ts';
import { createMaintenanceService } from '../../src/maintenance/create-maintenance.ts';
import type { MaintenanceService } from '../../src/maintenance/create-maintenance.ts';
import { createIdleTextsStore } from '../../src/maintenance/idle-texts-store.ts';
import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { layoutOf } from '../layout.ts';

/** The maintenance of a database, by any clock. */
export const maintenanceOn = ({ database }: TestDatabase, now?: () => number): MaintenanceService =>
  createMaintenanceService({
    store: createMaintenanceStore(database),
    idleTexts: {
      ...createIdleTextsStore(database),
      ...(now ? { now: () => Promise.resolve(now()) } : {}),
    },
    partitions: createPartitionsStore(database),
    salts: createSaltsStore(database, layoutOf(database)),
    localDay,
    ...(now ? { now } : {}),
  });
