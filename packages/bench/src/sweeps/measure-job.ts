import pg from 'pg';

import { startPostgres } from '@platform/testing';

import { cpuOfTree } from '../harness/process-cpu.ts';
import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';

/** What a job of the analytics service cost, from the moment at which the service was ready. */
export interface JobCost {
  readonly seconds: number;
  /** Processor time of the service and of PostgreSQL, in milliseconds. */
  readonly cpuMs: number;
}

export interface JobMeasurement {
  /** Fills the tables before the service starts; the websites' ids are 1 to `count`. */
  readonly prepare: (admin: pg.Client) => Promise<unknown>;
  /** True when the job has done what is measured. */
  readonly isDone: (admin: pg.Client) => Promise<boolean>;
}

const POLL_MILLISECONDS = 50;

const createSchema = async (postgresUrl: string): Promise<void> => {
  const service = await startService('analytics', { postgresUrl });
  await service.stop();
};

/** Runs the service on tables that are filled, until a job of it has done its work. */
export const measureJob = async ({ prepare, isDone }: JobMeasurement): Promise<JobCost> => {
  const postgres = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: postgres.url, options: '-c search_path=analytics' });
  let service: RunningService | undefined;
  try {
    await createSchema(postgres.url);
    await admin.connect();
    await prepare(admin);
    await admin.query('ANALYZE');
    service = await startService('analytics', { postgresUrl: postgres.url });
    const pids = [service.pid, postgres.pid];
    const cpu = async (): Promise<number> =>
      (await Promise.all(pids.map(cpuOfTree))).reduce((sum, time) => sum + time / 1_000, 0);
    const [before, begun] = [await cpu(), performance.now()];
    while (!(await isDone(admin)))
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MILLISECONDS);
      });
    return { seconds: (performance.now() - begun) / 1_000, cpuMs: (await cpu()) - before };
  } finally {
    await service?.stop();
    await admin.end();
    await postgres.stop();
  }
};
