import pg from 'pg';

import { startPostgres } from '@platform/testing';

import { cpuOfTree } from '../harness/process-figures.ts';
import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';

/** Cost of a job of the analytics service, from the moment at which the service was ready. */
export interface JobCost {
  readonly seconds: number;
  /** Processor time of the service and of PostgreSQL, in milliseconds. */
  readonly cpuMs: number;
  /** Rows that were read of `table`. */
  readonly rowsRead: number;
}

export interface JobMeasurement {
  /** Fills the tables before the service starts; the websites' ids are 1 to `count`. */
  readonly prepare: (admin: pg.Client) => Promise<unknown>;
  /** True when the job has done what is measured. */
  readonly isDone: (admin: pg.Client) => Promise<boolean>;
  /** Of which reads are counted; none by default. */
  readonly table?: string;
}

const POLL_MILLISECONDS = 50;

/** An idle connection adds its counters to the views after ten seconds. */
const FLUSHED_AFTER = 12_000;

/** Rows of a table that PostgreSQL has read so far, through indexes and without. */
const READ = `SELECT coalesce((SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = $1), 0)
  + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = $1), 0) AS count`;

const readsOf = async (admin: pg.Client, table: string): Promise<number> => {
  if (table === '') return 0;
  await new Promise((resolve) => setTimeout(resolve, FLUSHED_AFTER));
  return Number((await admin.query<{ count: string }>(READ, [table])).rows[0]?.count);
};

const createSchema = async (postgresUrl: string): Promise<void> => {
  const service = await startService('analytics', { postgresUrl });
  await service.stop();
};

/** Runs the service on tables that are filled, until a job of it has done its work. */
export const measureJob = async ({ prepare, isDone, table = '' }: JobMeasurement): Promise<JobCost> => {
  const postgres = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: postgres.url, options: '-c search_path=analytics' });
  let service: RunningService | undefined;
  try {
    await createSchema(postgres.url);
    await admin.connect();
    await prepare(admin);
    await admin.query('ANALYZE');
    const readBefore = await readsOf(admin, table);
    service = await startService('analytics', { postgresUrl: postgres.url });
    const pids = [service.pid, postgres.pid];
    const cpu = async (): Promise<number> =>
      (await Promise.all(pids.map(cpuOfTree))).reduce((sum, time) => sum + time / 1_000, 0);
    const [before, begun] = [await cpu(), performance.now()];
    while (!(await isDone(admin)))
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MILLISECONDS);
      });
    const cost = { seconds: (performance.now() - begun) / 1_000, cpuMs: (await cpu()) - before };
    return { ...cost, rowsRead: (await readsOf(admin, table)) - readBefore };
  } finally {
    await service?.stop();
    await admin.end();
    await postgres.stop();
  }
};
