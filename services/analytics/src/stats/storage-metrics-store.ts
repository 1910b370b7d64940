import type { Database } from '@platform/database';

/** The state of the storage, for the operator. */
export interface StorageState {
  /** Seconds since the newest event of the last two hours; null when there was none. */
  readonly newestEventAge: number | null;
  /** Seconds by which the newest quarter-hour of the rollup ends before the newest event, of the website where it is most. */
  readonly rollupLag: number;
  readonly partitions: number;
  /** Months after the present one that have a partition already. */
  readonly partitionsAhead: number;
  /** Size of raw events and visits with their indexes. */
  readonly bytes: number;
  /** Size of what is derived from settled days. */
  readonly derivedBytes: number;
  /** Requests that were not stored today and yesterday (UTC), by the number of the reason. */
  readonly drops: readonly { readonly reason: number; readonly count: number }[];
  /** E-mail reports of the last 35 days by status. */
  readonly mails: readonly { readonly status: string; readonly count: number }[];
  /** Seconds for which the oldest e-mail report that is due has been waiting. */
  readonly mailLag: number;
}

export interface StorageMetricsStore {
  read(): Promise<StorageState>;
}

/** One index look-up a website: nothing is scanned. */
const LAG = `
  SELECT extract(epoch FROM now() - max(newest))::float8 AS newest_event_age,
    coalesce(max(greatest(0, extract(epoch FROM newest - bucket - interval '15 minutes'))), 0)::float8 AS rollup_lag
  FROM (SELECT
      (SELECT max(e.ts) FROM events e WHERE e.website_id = w.id AND e.ts > now() - interval '2 hours') AS newest,
      (SELECT max(q.bucket) FROM rollup_quarters q WHERE q.website_id = w.id AND q.bucket > now() - interval '3 hours') AS bucket
    FROM websites w) AS sites`;

const PARTITIONS = `
  SELECT count(*) FILTER (WHERE i.inhparent = 'events'::regclass)::int AS partitions,
    count(*) FILTER (WHERE i.inhparent = 'events'::regclass
      AND right(c.relname, 7) > to_char(now() AT TIME ZONE 'UTC', 'YYYY"m"MM'))::int AS ahead,
    coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent IN ('events'::regclass, 'visits'::regclass)`;

const DERIVED = `
  SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes
  FROM unnest(ARRAY['column_blocks', 'month_sums', 'month_sums_days', 'month_sums_pages', 'month_sums_values']) AS name`;

const DROPS = `SELECT reason, sum(count)::float8 AS count FROM drops WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1 GROUP BY reason`;

const MAILS = `
  SELECT status, count(*)::int AS count,
    coalesce(max(extract(epoch FROM now() - next_attempt_at)) FILTER (WHERE status = 'pending'), 0)::float8 AS lag
  FROM email_deliveries WHERE last_day > now() - interval '35 days' GROUP BY status`;

interface LagRow {
  readonly newest_event_age: number | null;
  readonly rollup_lag: number;
}
interface PartitionsRow {
  readonly partitions: number;
  readonly ahead: number;
  readonly bytes: number;
}
interface MailRow {
  readonly status: string;
  readonly count: number;
  readonly lag: number;
}

/** Reads how the storage is doing. */
export const createStorageMetricsStore = (database: Database): StorageMetricsStore => ({
  async read() {
    const lag = await database.raw<{ rows: LagRow[] }>(LAG);
    const partitions = await database.raw<{ rows: PartitionsRow[] }>(PARTITIONS);
    const derived = await database.raw<{ rows: { bytes: number }[] }>(DERIVED);
    const drops = await database.raw<{ rows: { reason: number; count: number }[] }>(DROPS);
    const mails = await database.raw<{ rows: MailRow[] }>(MAILS);
    return {
      newestEventAge: lag.rows[0]?.newest_event_age ?? null,
      rollupLag: lag.rows[0]?.rollup_lag ?? 0,
      partitions: partitions.rows[0]?.partitions ?? 0,
      partitionsAhead: partitions.rows[0]?.ahead ?? 0,
      bytes: partitions.rows[0]?.bytes ?? 0,
      derivedBytes: derived.rows[0]?.bytes ?? 0,
      drops: drops.rows,
      mails: mails.rows.map(({ status, count }) => ({ status, count })),
      mailLag: Math.max(0, ...mails.rows.map((row) => row.lag)),
    };
  },
});
