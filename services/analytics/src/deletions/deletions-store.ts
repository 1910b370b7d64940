import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { WRITER_LOCK } from '../collect/writing/batch-transaction.ts';
import { EVENT_KINDS } from '../dimensions/dimension-names.ts';
import { IN_BACKGROUND, limitTransaction, literal, sql, QUESTION_LIMITS } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';
import { MONTH_SUMS } from '../stats/derived/month-sums-store.ts';
import { DERIVED_LOCK } from '../stats/derived/settled-days.ts';
import { filterSql, fittingIds } from '../stats/sql/filter-sql.ts';
import type { FittingIds } from '../stats/sql/filter-sql.ts';
import { LONGEST_VISIT, within } from '../stats/sql/grouped-sql.ts';
import type { SelectionReader } from './deletion-work.ts';
import type { Amount, Deletion, DeletionFilter, DeletionStatus, Selection } from './deletion.ts';

interface DeletionRow {
  readonly id: string;
  readonly website_id: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly filters: readonly DeletionFilter[];
  readonly status: DeletionStatus;
  readonly pageviews: string;
  readonly events: string;
  readonly visits: string;
  readonly attempts: number;
  readonly key_id: string;
  readonly error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** A deletion that this process has taken on. */
export interface ClaimedDeletion extends Deletion {
  readonly attempts: number;
}

/** How much a deletion would take. Visitors are those of a day: one of two days counts twice. */
export interface Preview extends Amount {
  readonly visitors: number;
}

const toDeletion = (row: DeletionRow): ClaimedDeletion => ({
  id: Number(row.id),
  websiteId: row.website_id,
  range: row.first !== null && row.last !== null ? { from: row.first, to: row.last } : null,
  filters: row.filters,
  status: row.status,
  pageviews: Number(row.pageviews),
  events: Number(row.events),
  visits: Number(row.visits),
  attempts: row.attempts,
  keyId: row.key_id,
  error: row.error,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

const COLUMNS = 'd.*, d.first_day::text AS first, d.last_day::text AS last';

const CLAIM = `
  WITH claimed AS (
    SELECT id FROM deletions WHERE status IN ('pending', 'running')
      AND (claimed_until IS NULL OR claimed_until < now())
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE deletions d SET status = 'running', attempts = d.attempts + 1,
    claimed_until = now() + interval '3 minutes'
  FROM claimed c WHERE d.id = c.id RETURNING ${COLUMNS}`;

/** All that a website's statistics consist of, in the order in which writers lock rows. */
const EVERYTHING = [
  'events',
  'visits',
  'visitors',
  'rollup_quarters',
  'rollup_pages',
  'rollup_values',
  'rollup_vitals',
  'late_writes',
  'drops',
  'click_days',
  'imported_days',
  'imported_pages',
  'imported_values',
  'import_parts',
  'imports',
  'column_blocks',
  'goal_days',
  ...MONTH_SUMS,
] as const;

/** Sums by what they are of, with the column that says when. */
const SUMS = [
  [
    'rollup_quarters',
    'bucket',
    ['pageviews', 'visitors', 'visits', 'bounces', 'events', 'duration_s', 'engaged_ms', 'scroll'],
  ],
  ['rollup_pages', 'day', ['pageviews', 'visitors', 'entries', 'exits', 'engaged_ms', 'scroll']],
  ['rollup_values', 'day', ['visitors', 'visits', 'hits']],
  ['rollup_vitals', 'day', ['hits']],
] as const;

const instantsOf = (from: LocalDay, to: LocalDay, timezone: string): [Date, Date] => {
  const { start, end } = spanOf({ from, to }, timezone);
  return [new Date(start), new Date(end)];
};

const IMPORTED = ['imported_days', 'imported_pages', 'imported_values'] as const;

/** The visits `v` that are selected, or the hits `e` with their visits. */
const rowsOf = ({ site, of, filter, visit }: Selection, range: DateRange, ids: FittingIds): Sql => {
  const span = spanOf(range, site.timezone);
  const fits = filterSql({ site, span, filter }, ids);
  if (of === 'visits')
    return sql`visits v WHERE v.website_id = ${site.id} AND ${within('v.started_at', span.start, span.end)} AND ${fits}${
      visit === undefined ? sql`` : sql` AND v.visit_id = ${visit}::bigint`
    }`;
  return sql`events e JOIN visits v ON v.website_id = ${site.id} AND v.visit_id = e.visit_id
      AND ${within('v.started_at', span.start - LONGEST_VISIT, span.end)}
    WHERE e.website_id = ${site.id} AND ${within('e.ts', span.start, span.end)} AND ${fits}`;
};

const countsOf = ({ of }: Selection): Sql => {
  if (of === 'visits')
    return literal(`coalesce(sum(v.pageviews), 0) AS pageviews, coalesce(sum(v.events), 0) AS events,
      count(*) AS visits, count(DISTINCT v.visitor_id) AS visitors`);
  return literal(`count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.pageview}) AS pageviews,
    count(*) FILTER (WHERE e.kind = ${EVENT_KINDS.event}) AS events,
    count(DISTINCT e.visit_id) AS visits, count(DISTINCT v.visitor_id) AS visitors`);
};

export interface DeletionsStore extends SelectionReader {
  insert(
    deletion: Pick<Deletion, 'websiteId' | 'range' | 'filters' | 'keyId'> & { readonly notBefore?: Date },
  ): Promise<Deletion>;
  /** Takes back a deletion that nobody has begun. @returns false if it is too late */
  cancel(id: number): Promise<boolean>;
  /** The latest first. */
  list(websiteId: number): Promise<readonly Deletion[]>;
  find(websiteId: number, id: number): Promise<Deletion | undefined>;
  /** How many there are to work on; not those that may still be cancelled. */
  countOpen(websiteId: number): Promise<number>;
  preview(selection: Selection): Promise<Preview>;
  /** How much a website has in all. */
  previewAll(websiteId: number): Promise<Preview>;
  /** Takes on the oldest deletion that nobody works on. */
  claim(): Promise<ClaimedDeletion | undefined>;
  /** Adds to what is deleted, and keeps the claim. */
  note(id: number, amount: Amount): Promise<void>;
  /** Lets another process, or a later try, go on with it. */
  release(id: number): Promise<void>;
  finish(deletion: Deletion, error: string | null): Promise<void>;
  /** Removes all statistics of a website at once. */
  deleteAll(websiteId: number): Promise<Amount>;
  /** Removes what was imported for days. */
  deleteImported(websiteId: number, range: DateRange): Promise<void>;
}

type CountRow = Readonly<Record<keyof Preview, string>>;

const toPreview = (row: CountRow | undefined): Preview => ({
  pageviews: Number(row?.pageviews ?? 0),
  events: Number(row?.events ?? 0),
  visits: Number(row?.visits ?? 0),
  visitors: Number(row?.visitors ?? 0),
});

const LISTED = 200;

/** Deletions in PostgreSQL. */
export const createDeletionsStore = (database: Database): DeletionsStore => {
  const run = async <Row>(query: Sql): Promise<Row[]> =>
    (await database.raw<{ rows: Row[] }>(query.text, [...query.values])).rows;

  const inQuestion = <Row>(query: Sql): Promise<Row[]> =>
    database.transaction(async (transaction) => {
      await transaction.raw(QUESTION_LIMITS);
      return (await transaction.raw<{ rows: Row[] }>(query.text, [...query.values])).rows;
    });

  const fitting = (selection: Selection): Promise<FittingIds> => fittingIds(run, selection);

  const rows = (where: Sql): Promise<DeletionRow[]> =>
    run<DeletionRow>(sql`SELECT ${literal(COLUMNS)} FROM deletions d ${where}`);

  const previewAll = async (websiteId: number): Promise<Preview> =>
    toPreview(
      (
        await inQuestion<CountRow>(sql`
          SELECT coalesce(sum(pageviews), 0) AS pageviews, coalesce(sum(events), 0) AS events,
            coalesce(sum(visits), 0) AS visits, coalesce(sum(visitors), 0) AS visitors
          FROM rollup_quarters WHERE website_id = ${websiteId}`)
      )[0],
    );

  return {
    fitting,
    previewAll,

    async visits(selection, range, ids) {
      const found = await run<{ visit_id: string; visitor_id: string }>(
        sql`SELECT DISTINCT v.visit_id::text AS visit_id, v.visitor_id::text AS visitor_id FROM ${rowsOf(selection, range, ids)}`,
      );
      return found.map((row) => ({ visitId: row.visit_id, visitorId: row.visitor_id }));
    },

    removeZeros: ({ site }, { from, to }) =>
      database.transaction(async (transaction) => {
        await limitTransaction(transaction, IN_BACKGROUND);
        await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [WRITER_LOCK, site.id]);
        const [first, last] = [addDays(from, -1), addDays(to, 1)];
        for (const [table, column, sums] of SUMS) {
          const isZero = sums.map((sum) => `${sum} = 0`).join(' AND ');
          await transaction(table)
            .where({ website_id: site.id })
            .whereBetween(column, column === 'day' ? [first, last] : instantsOf(first, last, site.timezone))
            .whereRaw(isZero)
            .delete();
        }
      }),

    async preview(selection) {
      const ids = await fitting(selection);
      const query = sql`SELECT ${countsOf(selection)} FROM ${rowsOf(selection, selection.range, ids)}`;
      return toPreview((await inQuestion<CountRow>(query))[0]);
    },

    async insert({ websiteId, range, filters, keyId, notBefore = null }) {
      const [row] = await run<DeletionRow>(sql`
        INSERT INTO deletions AS d (website_id, first_day, last_day, everything, filters, key_id, claimed_until)
        VALUES (${websiteId}, ${range?.from ?? null}::date, ${range?.to ?? null}::date, ${range === null},
          ${JSON.stringify(filters)}::jsonb, ${keyId}, ${notBefore}::timestamptz) RETURNING ${literal(COLUMNS)}`);
      if (!row) throw new Error('The deletion was not stored.');
      return toDeletion(row);
    },

    async cancel(id) {
      const gone = await run(
        sql`DELETE FROM deletions WHERE id = ${id} AND status = 'pending' AND attempts = 0 RETURNING id`,
      );
      return gone.length > 0;
    },

    list: async (websiteId) =>
      (await rows(sql`WHERE d.website_id = ${websiteId} ORDER BY d.id DESC LIMIT ${LISTED}`)).map(toDeletion),

    async find(websiteId, id) {
      const [row] = await rows(sql`WHERE d.website_id = ${websiteId} AND d.id = ${id}`);
      return row && toDeletion(row);
    },

    async countOpen(websiteId) {
      const [row] = await run<{ open: string }>(sql`
        SELECT count(*) AS open FROM deletions WHERE website_id = ${websiteId} AND status IN ('pending', 'running')
          AND NOT (status = 'pending' AND claimed_until > now())`);
      return Number(row?.open ?? 0);
    },

    async claim() {
      const [row] = await run<DeletionRow>(literal(CLAIM));
      return row && toDeletion(row);
    },

    async note(id, { pageviews, events, visits }) {
      await run(sql`
        UPDATE deletions SET pageviews = pageviews + ${pageviews}, events = events + ${events},
          visits = visits + ${visits}, claimed_until = now() + interval '3 minutes' WHERE id = ${id}`);
    },

    async release(id) {
      await run(sql`UPDATE deletions SET claimed_until = NULL WHERE id = ${id}`);
    },

    async finish({ id, websiteId }, error) {
      await run(sql`
        UPDATE deletions SET status = ${error === null ? 'completed' : 'failed'}, error = ${error},
          finished_at = now(), claimed_until = NULL WHERE id = ${id}`);
      // Addresses that nothing refers to any more must not live on as texts.
      await run(sql`UPDATE dictionary_heads SET sweep_at = now() WHERE website_id = ${websiteId}`);
    },

    deleteAll: (websiteId) =>
      database.transaction(async (transaction) => {
        await limitTransaction(transaction, IN_BACKGROUND);
        await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [DERIVED_LOCK, websiteId]);
        await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [WRITER_LOCK, websiteId]);
        const [sums] = (
          await transaction.raw<{ rows: CountRow[] }>(
            `SELECT sum(pageviews) AS pageviews, sum(events) AS events, sum(visits) AS visits
             FROM rollup_quarters WHERE website_id = ?`,
            [websiteId],
          )
        ).rows;
        for (const table of EVERYTHING) await transaction(table).where({ website_id: websiteId }).delete();
        return toPreview(sums);
      }),

    deleteImported: (websiteId, { from, to }) =>
      database.transaction(async (transaction) => {
        await limitTransaction(transaction, IN_BACKGROUND);
        for (const table of IMPORTED)
          await transaction(table).where({ website_id: websiteId }).whereBetween('day', [from, to]).delete();
      }),
  };
};
