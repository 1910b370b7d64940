import type { Database } from '@platform/database';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { ReportsService } from '../reports/reports-service.ts';
import { createSchedulesService } from './schedules-service.ts';
import type { SchedulesService } from './schedules-service.ts';
import { createSchedulesStore } from './schedules-store.ts';

export interface SchedulesDeps {
  database: Database;
  reports: Pick<ReportsService, 'show' | 'update' | 'generate'>;
  logger: Logger;
}

const EVERY_MILLISECONDS = 30_000;

/** The schedules and the job that runs those that are due. */
export const createSchedules = ({
  database,
  reports,
  logger,
}: SchedulesDeps): { schedules: SchedulesService; job: RepeatingJob } => {
  const schedules = createSchedulesService({ store: createSchedulesStore(database), reports, logger });
  const job = createRepeatingJob({
    name: 'running schedules',
    run: () => schedules.runDue(),
    everyMilliseconds: EVERY_MILLISECONDS,
    firstAfterMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  return { schedules, job };
};
