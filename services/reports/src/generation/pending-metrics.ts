import type { Database } from '@platform/database';
import { addReadGauge, shareReading } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';

interface Pending {
  reports: number;
  oldestSeconds: number;
}

const readPending = async (database: Database): Promise<Pending | undefined> => {
  const { rows } = await database.raw<{ rows: Pending[] }>(
    `SELECT count(*)::integer AS reports,
       coalesce(extract(epoch FROM clock_timestamp() - min(requested_at)), 0)::float8 AS "oldestSeconds"
     FROM reports WHERE status = 'pending'`,
  );
  return rows[0];
};

/**
 * Adds gauges of the reports that wait for a worker or are being generated. The service has them
 * beside its workers, so that somebody tells of reports that wait when there is no worker left.
 */
export const observePending = (registry: Metrics, database: Database): void => {
  const read = shareReading(() => readPending(database));
  addReadGauge(registry, {
    name: 'reports_pending',
    help: 'Reports that wait for a worker or are being generated',
    read: async () => (await read())?.reports,
  });
  addReadGauge(registry, {
    name: 'reports_pending_oldest_seconds',
    help: 'How long the oldest pending report has been waiting',
    read: async () => (await read())?.oldestSeconds,
  });
};
