import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';
import { addReadGauge } from '@platform/runtime';
import type { Logger, Metrics } from '@platform/runtime';
import { Gauge } from 'prom-client';

import { utcDay } from '../calendar/local-day.ts';
import { dropReasonName } from '../exclusions/rules/drop-reasons.ts';

/** Scrapes by several Prometheus servers share one look at the database. */
const KEEP_MS = 15_000;

interface ObserveStorageDeps {
  readonly metrics: Metrics;
  readonly store: StorageMetricsStore;
  readonly logger: Logger;
  readonly now: () => number;
  /** Websites that had hits lately. */
  readonly recentWebsites: () => readonly number[];
}

/** Adds storage gauges to the metrics. They are read on demand. */
export const observeStorage = (deps: ObserveStorageDeps): void => {
  const { metrics, store, logger, now, recentWebsites } = deps;
  let readAt = Number.NEGATIVE_INFINITY;
  let present: Promise<StorageState | undefined> = Promise.resolve(undefined);

  const state = (): Promise<StorageState | undefined> => {
    if (now() - readAt < KEEP_MS) return present;
    readAt = now();
    present = store.read(recentWebsites()).catch((error: unknown) => {
      // The other metrics matter most when the database is down.
      logger.warn({ err: error }, 'the storage could not be measured');
      return undefined;
    });
    return present;
  };

  const gauge = (name: string, help: string, value: (state: StorageState) => number | null): void => {
    addReadGauge(metrics, {
      name,
      help,
      read: async () => {
        const found = await state();
        return found && value(found);
      },
    });
  };
  gauge(
    'analytics_newest_event_age_seconds',
    'Age of the newest event of the last two hours',
    (found) => found.newestEventAge,
  );
  gauge(
    'analytics_rollup_lag_seconds',
    'How far the rollups are behind the raw events',
    (found) => found.rollupLag,
  );
  gauge('analytics_partitions', 'Monthly partitions of the raw events', (found) => found.partitions);
  gauge('analytics_partitions_ahead', 'Months ahead that have a partition', (found) => found.partitionsAhead);
  gauge(
    'analytics_storage_bytes',
    'Size of raw events and visits with their indexes',
    (found) => found.bytes,
  );
  gauge(
    'analytics_derived_bytes',
    'Size of sums and columns derived from settled days, which can be rebuilt',
    (found) => found.derivedBytes,
  );
  gauge(
    'analytics_email_lag_seconds',
    'How long the oldest due e-mail digest has been waiting',
    (found) => found.mailLag,
  );

  const dropped = new Gauge({
    name: 'analytics_dropped_requests',
    help: 'Requests of today and yesterday (UTC) that were not stored, by reason',
    labelNames: ['reason'],
    registers: [metrics],
    async collect() {
      dropped.reset();
      for (const { reason, count } of (await state())?.drops ?? [])
        dropped.set({ reason: dropReasonName(reason) ?? String(reason) }, count);
    },
  });
  const deliveries = new Gauge({
    name: 'analytics_email_deliveries',
    help: 'E-mail digests of the last 35 days by status',
    labelNames: ['status'],
    registers: [metrics],
    async collect() {
      deliveries.reset();
      for (const { status, count } of (await state())?.mails ?? []) deliveries.set({ status }, count);
    },
  });
};

/** The state of the storage, for the operator. */
interface StorageState {
  /** Seconds since the newest event of the last two hours; null when there was none. */
  readonly newestEventAge: number | null;
  /**
   * Seconds from the end of the rollup's newest quarter hour to the newest event, of the
   * website with the largest gap among those that were looked at.
   */
  readonly rollupLag: number;
  readonly partitions: number;
  /** Months after the present one that have a partition already. */
  readonly partitionsAhead: number;
  /** Size of raw events and visits with their indexes. */
  readonly bytes: number;
  /** Size of what is derived from settled days. */
  readonly derivedBytes: number;
  /** Requests not stored today and yesterday (UTC), by the number of the reason. */
  readonly drops: readonly { readonly reason: number; readonly count: number }[];
  /** E-mail digests of the last 35 days by status. */
  readonly mails: readonly { readonly status: string; readonly count: number }[];
  /** Seconds the oldest e-mail digest that is due has been waiting. */
  readonly mailLag: number;
}

interface StorageMetricsStore {
  /** @param recent websites that had hits lately */
  read(recent: readonly number[]): Promise<StorageState>;
}

/**
 * Websites that are looked at beside those of recent hits: the next ones by id from a point chosen at
 * random, so that each has its turn however many there are.
 */
const SAMPLE = 100;

const SAMPLED = `
  (SELECT id FROM websites WHERE id >= (SELECT floor(random() * (max(id) + 1)) FROM websites) ORDER BY id LIMIT ${SAMPLE})
  UNION (SELECT id FROM websites ORDER BY id LIMIT ${SAMPLE})`;

/** Asked table by table, as each has an index by website and time. */
const newestSql = (table: 'events' | 'rollup_quarters', column: 'ts' | 'bucket'): string => `
  SELECT website_id, extract(epoch FROM max(${column}))::float8 AS newest FROM ${table}
  WHERE website_id = ANY (?::integer[]) AND ${column} > ?::timestamptz GROUP BY website_id`;

const NEWEST_EVENTS = newestSql('events', 'ts');
const NEWEST_QUARTERS = newestSql('rollup_quarters', 'bucket');

const PARTITIONS = `
  SELECT count(*) FILTER (WHERE i.inhparent = 'events'::regclass)::int AS partitions,
    count(*) FILTER (WHERE i.inhparent = 'events'::regclass
      AND right(c.relname, 7) > to_char(now() AT TIME ZONE 'UTC', 'YYYY"m"MM'))::int AS ahead,
    coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent IN ('events'::regclass, 'visits'::regclass)`;

const DERIVED = `
  SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes
  FROM unnest(ARRAY['column_blocks', 'goal_days', 'month_sums', 'month_sums_days', 'month_sums_pages', 'month_sums_values']) AS name`;

/** Sums the bytes of the tables over the nodes of a cluster. */
const CLUSTER_BYTES = `
  SELECT coalesce(sum(s.size) FILTER (WHERE c.relname ~ '^(events|visits)_y'), 0)::float8 AS bytes,
    coalesce(sum(s.size) FILTER (WHERE c.relname ~ '^(column_blocks|goal_days|month_sums)'), 0)::float8 AS derived
  FROM citus_shard_sizes() s JOIN pg_dist_shard d ON d.shardid = s.shard_id JOIN pg_class c ON c.oid = d.logicalrelid`;

const DROPS = `SELECT reason, sum(count)::float8 AS count FROM drops WHERE day >= ?::date GROUP BY reason`;

const MAILS = `
  SELECT status, count(*)::int AS count,
    coalesce(max(extract(epoch FROM now() - next_attempt_at)) FILTER (WHERE status = 'pending'), 0)::float8 AS lag
  FROM email_deliveries WHERE last_day > now() - interval '35 days' GROUP BY status`;

interface NewestRow {
  readonly website_id: number;
  /** Seconds since 1970. */
  readonly newest: number;
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

const HOUR_MS = 3_600_000;
const QUARTER_SECONDS = 900;

/** Age of the newest event, and how far the rollup of its website is behind, over some websites. */
const readLag = async (
  database: Database,
  websites: readonly number[],
  now: number,
): Promise<Pick<StorageState, 'newestEventAge' | 'rollupLag'>> => {
  const ids = plainArray(websites);
  const since = (hours: number) => new Date(now - hours * HOUR_MS);
  const events = await database.raw<{ rows: NewestRow[] }>(NEWEST_EVENTS, [ids, since(2)]);
  const quarters = await database.raw<{ rows: NewestRow[] }>(NEWEST_QUARTERS, [ids, since(3)]);
  const bucketOf = new Map(quarters.rows.map((row) => [row.website_id, row.newest]));
  const lags = events.rows.flatMap(({ website_id: id, newest }) => {
    const bucket = bucketOf.get(id);
    return bucket === undefined ? [] : [newest - bucket - QUARTER_SECONDS];
  });
  const newest = Math.max(...events.rows.map((row) => row.newest));
  return {
    newestEventAge: Number.isFinite(newest) ? now / 1000 - newest : null,
    rollupLag: Math.max(0, ...lags),
  };
};

/**
 * Reads how the storage is doing. What it costs doesn't grow with the number of websites.
 * @param isDistributed true on a Citus cluster
 */
export const createStorageMetricsStore = (
  database: Database,
  isDistributed: () => boolean | Promise<boolean>,
): StorageMetricsStore => ({
  async read(recent) {
    const sampled = await database.raw<{ rows: { id: number }[] }>(SAMPLED);
    const websites = new Set([...recent, ...sampled.rows.map(({ id }) => id)]);
    const lag = await readLag(database, [...websites], Date.now());
    const partitions = await database.raw<{ rows: PartitionsRow[] }>(PARTITIONS);
    const derived = await database.raw<{ rows: { bytes: number }[] }>(DERIVED);
    const ofCluster = (await isDistributed())
      ? await database.raw<{ rows: { bytes: number; derived: number }[] }>(CLUSTER_BYTES)
      : undefined;
    const yesterday = utcDay(Date.now() - 24 * HOUR_MS);
    const drops = await database.raw<{ rows: { reason: number; count: number }[] }>(DROPS, [yesterday]);
    const mails = await database.raw<{ rows: MailRow[] }>(MAILS);
    return {
      ...lag,
      partitions: partitions.rows[0]?.partitions ?? 0,
      partitionsAhead: partitions.rows[0]?.ahead ?? 0,
      bytes: ofCluster?.rows[0]?.bytes ?? partitions.rows[0]?.bytes ?? 0,
      derivedBytes: ofCluster?.rows[0]?.derived ?? derived.rows[0]?.bytes ?? 0,
      drops: drops.rows,
      mails: mails.rows.map(({ status, count }) => ({ status, count })),
      mailLag: Math.max(0, ...mails.rows.map((row) => row.lag)),
    };
  },
});
