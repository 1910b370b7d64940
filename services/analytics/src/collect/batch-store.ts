import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { VISIT_DIMENSIONS } from '../dimensions/dimensions.ts';
import type { VisitDimension } from '../dimensions/dimensions.ts';
import type { Month } from '../partitions/month.ts';
import { partitionName } from '../partitions/partition-name.ts';
import { plainArray } from './array-literal.ts';
import type { Statement } from './batch-statements.ts';
import type { KnownVisitors } from './visit-assignment.ts';
import type { Visit, Visitor } from './visit.ts';

export interface VisitorKey {
  readonly websiteId: number;
  readonly visitorId: string;
}

/**
 * One batch's transaction, for the time that it lasts. The connection is in pipeline mode: calls that aren't waited for
 * in between travel together, and are run in their order.
 */
export interface BatchTransaction {
  /** Waits until this transaction is the only writer of these websites. */
  lockWebsites(ids: readonly number[]): Promise<void>;
  /** Notes event ids (32 hexadecimal digits). @returns the keys (`eventKey`) of those that were new */
  claimEventIds(ids: readonly { websiteId: number; eventId: string }[]): Promise<ReadonlySet<string>>;
  /** Visitors, and their visits that began in these months. */
  load(keys: readonly VisitorKey[], months: readonly Month[]): Promise<KnownVisitors>;
}

export interface BatchStore {
  /** Runs `work` and then the statements that it leaves to be run in one transaction. Resolves when it has committed. */
  inTransaction<Result>(
    work: (transaction: BatchTransaction) => Promise<{ statements: readonly Statement[]; result: Result }>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Taken by whoever writes a website's events, with the website's id as second key. */
export const WRITER_LOCK = 0x77726974;

interface VisitorRow {
  website_id: number;
  visitor_id: string;
  continues: string;
  day: string;
  seen: number[];
}

type VisitRow = Record<`${VisitDimension}_id`, number> & {
  website_id: number;
  visitor_id: string;
  visit_id: string;
  started_ms: string;
  last_ms: string;
  pageviews: number;
  events: number;
  engaged_ms: number;
  scroll: number;
  first_today: number;
  entry_page_id: number;
  exit_page_id: number;
};

const toVisitor = (row: VisitorRow): Visitor => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  continues: row.continues,
  day: row.day,
  seen: row.seen,
});

const toVisit = (row: VisitRow): Visit => ({
  websiteId: row.website_id,
  visitorId: row.visitor_id,
  visitId: row.visit_id,
  startedAt: Number(row.started_ms),
  lastAt: Number(row.last_ms),
  pageviews: row.pageviews,
  events: row.events,
  engagedMs: row.engaged_ms,
  scroll: row.scroll,
  entryPageId: row.entry_page_id,
  exitPageId: row.exit_page_id,
  firstToday: row.first_today,
  dimensionIds: Object.fromEntries(
    VISIT_DIMENSIONS.map((dimension) => [dimension, row[`${dimension}_id`]]),
  ) as Record<VisitDimension, number>,
});

/**
 * Every statement of a batch looks up a few hundred keys. A plan is made once per connection, perhaps while the tables are
 * still empty; left to itself the planner would then read whole tables, and go on doing so when they have grown.
 */
const PLANNER = [
  ...[
    'plan_cache_mode=force_generic_plan',
    'enable_seqscan=off',
    'enable_hashjoin=off',
    'enable_mergejoin=off',
  ],
];

const LOAD_VISITORS = `
  SELECT v.website_id, v.visitor_id, v.continues, v.day::text AS day, v.seen
  FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)
  JOIN visitors v USING (website_id, visitor_id)`;

const epochMs = (column: string): string => `(extract(epoch FROM v.${column}) * 1000)::bigint`;

/**
 * Asks the months' partitions themselves: a condition on `started_at`, which would choose them, also makes the index
 * (website_id, started_at) look as good as the key, and with it every visitor would cost all visits of the website.
 */
const loadVisits = (month: Month): string => `
  WITH k AS (SELECT * FROM unnest($1::integer[], $2::bigint[]) AS k (website_id, visitor_id)),
  wanted AS (
    SELECT website_id, visitor_id FROM k
    UNION SELECT v.website_id, v.continues FROM k JOIN visitors v USING (website_id, visitor_id) WHERE v.continues <> 0
  )
  SELECT v.*, ${epochMs('started_at')} AS started_ms, ${epochMs('last_at')} AS last_ms
  FROM wanted JOIN ${partitionName('visits', month)} v USING (website_id, visitor_id)`;

const CLAIM = `
  INSERT INTO event_ids (website_id, event_id, seen_at)
  SELECT website_id, event_id, now() FROM unnest($1::integer[], $2::uuid[]) AS e (website_id, event_id)
  ORDER BY website_id, event_id
  ON CONFLICT (website_id, event_id) DO NOTHING
  RETURNING website_id, replace(event_id::text, '-', '') AS event_id`;

/** Key of an event id in the set that `claimEventIds` returns. */
export const eventKey = (websiteId: number, eventId: string): string => `${websiteId} ${eventId}`;

const createTransaction = (client: pg.ClientBase): BatchTransaction => ({
  async lockWebsites(ids) {
    await client.query({
      name: 'lock_websites',
      text: 'SELECT pg_advisory_xact_lock($1::integer, id) FROM unnest($2::integer[]) AS s (id)',
      values: [WRITER_LOCK, plainArray([...ids].sort((a, b) => a - b))],
    });
  },

  async claimEventIds(ids) {
    const { rows } = await client.query<{ website_id: number; event_id: string }>({
      name: 'claim_event_ids',
      text: CLAIM,
      values: [plainArray(ids.map((id) => id.websiteId)), plainArray(ids.map((id) => id.eventId))],
    });
    return new Set(rows.map((row) => eventKey(row.website_id, row.event_id)));
  },

  async load(keys, months) {
    const values = [
      plainArray(keys.map(({ websiteId }) => websiteId)),
      plainArray(keys.map(({ visitorId }) => visitorId)),
    ];
    const [visitors, ...visits] = await Promise.all([
      client.query<VisitorRow>({ name: 'load_visitors', text: LOAD_VISITORS, values }),
      ...months.map((month) =>
        client.query<VisitRow>({ name: `load_visits_${month}`, text: loadVisits(month), values }),
      ),
    ]);
    const visitRows = visits.flatMap(({ rows }) => rows);
    return {
      visitors: visitors.rows.map(toVisitor),
      visits: visitRows.map(toVisit).sort((a, b) => a.startedAt - b.startedAt),
    };
  },
});

/**
 * Connections of their own for the writers, in pipeline mode: the statements of a batch that don't wait for each other's
 * results travel together. node-postgres is used directly, as knex can neither prepare statements by name nor pipeline.
 */
export const createBatchStore = (options: {
  url: string;
  schema: string;
  connections: number;
}): BatchStore => {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: `${options.schema}-writer`,
    options: [`search_path=${options.schema}`, ...PLANNER].map((setting) => `-c ${setting}`).join(' '),
    pipeline: true,
    max: options.connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    idleTimeoutMillis: 0,
  });
  // A connection that is lost while idle is replaced by the pool.
  pool.on('error', () => undefined);
  // One that is lost while it is in use fails its queries, and then says so once more; nobody listening would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  return {
    async inTransaction(work) {
      const client = await pool.connect();
      let fault: unknown = null;
      try {
        const begun = client.query('BEGIN');
        const [{ statements, result }] = await Promise.all([work(createTransaction(client)), begun]);
        // COMMIT goes along with the writes: after one that failed it rolls back, and the failure is what is thrown.
        const writes = statements.map(({ name, text, values }) =>
          client.query({ name, text, values: [...values] }),
        );
        await Promise.all([...writes, client.query('COMMIT')]);
        return result;
      } catch (error) {
        fault = error;
        await Promise.race([client.query('ROLLBACK'), delay(2_000, undefined, { ref: false })]).catch(
          () => undefined,
        );
        throw error;
      } finally {
        // After a fault the state of the connection is not worth guessing.
        client.release(fault !== null);
      }
    },
    close: () => pool.end(),
  };
};
