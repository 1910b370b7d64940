import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { UNNOTICED } from '../collect/visitors/salt-ends-store.ts';
import { WRITER_LOCK } from '../collect/writing/batch-transaction.ts';
import { EVENT_FLAGS, EVENT_KINDS, HIT_DIMENSIONS, numberOf } from '../dimensions/dimension-names.ts';
import { IN_BACKGROUND, limitTransaction, SHORTLY } from '../sql/sql.ts';
import { DERIVED_LOCK } from '../stats/derived/settled-days.ts';
import { exclusively } from './maintenance-store.ts';
import type { WorkInTurns } from './maintenance-store.ts';

const { pageview, event, engagement } = EVENT_KINDS;

const BEGAN = 'website_id = :id AND started_at >= :start AND started_at < :end';

interface Sums {
  readonly table: string;
  /** Columns that identify a row within a website's day. */
  readonly key: readonly string[];
  readonly sums: readonly string[];
  /** The id that is 0 where there is nothing to count. */
  readonly text: string;
  /** SELECTs what its events and visits add to a day: the columns of the key and of the sums. */
  readonly parts: string;
}

const PAGES: Sums = {
  table: 'rollup_pages',
  key: ['page_id'],
  sums: ['pageviews', 'visitors', 'entries', 'exits', 'engaged_ms', 'scroll'],
  text: 'page_id',
  parts: `
    SELECT page_id, (kind = ${pageview})::int AS pageviews,
      (kind = ${pageview} AND flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int AS visitors,
      0 AS entries, 0 AS exits, engaged_ms::bigint, scroll::bigint
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind IN (${pageview}, ${engagement})
    UNION ALL SELECT entry_page_id, 0, 0, 1, 0, 0, 0 FROM visits WHERE ${BEGAN}
    UNION ALL SELECT exit_page_id, 0, 0, 0, 1, 0, 0 FROM visits WHERE ${BEGAN}`,
};

const DIMENSIONS = HIT_DIMENSIONS.map((name) => `(${numberOf(name)}, v.${name}_id)`).join(', ');

/** Of all dimensions but pages. */
const VALUES: Sums = {
  table: 'rollup_values',
  key: ['dimension', 'value_id'],
  sums: ['visitors', 'visits', 'hits'],
  text: 'value_id',
  parts: `
    SELECT d.dimension, d.value_id, (v.first_today >> d.dimension) & 1 AS visitors, 1 AS visits, 0 AS hits
    FROM visits v CROSS JOIN LATERAL (VALUES ${DIMENSIONS}) AS d (dimension, value_id) WHERE ${BEGAN}
    UNION ALL
    SELECT ${numberOf('event')}, name_id, (flags & ${EVENT_FLAGS.firstOfValueToday} > 0)::int, 0, 1
    FROM events WHERE website_id = :id AND ts >= :start AND ts < :end AND kind = ${event}`,
};

const temporary = ({ table }: Sums): string => `recut_${table}`;

/** One statement sees one snapshot: of the rows, and of the sums that the same batches wrote. */
const compare = (of: Sums): string => {
  const { table, key, sums, text, parts } = of;
  const added = sums.map((name) => `sum(${name})`);
  return `
    CREATE TEMPORARY TABLE ${temporary(of)} ON COMMIT DROP AS
    SELECT ${key.join(', ')}, ${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')}
    FROM (${parts}
      UNION ALL SELECT ${key.join(', ')}, ${sums.map((name) => `-${name}`).join(', ')}
      FROM ${table} WHERE website_id = :id AND day = :day::date) AS parts
    WHERE ${text} <> 0
    GROUP BY ${key.join(', ')} HAVING ${added.map((sum) => `${sum} <> 0`).join(' OR ')}`;
};

/** Sorted, as writers lock rows. */
const add = (of: Sums): string => {
  const { table, key, sums } = of;
  const columns = [...key, ...sums].join(', ');
  return `
    INSERT INTO ${table} (website_id, day, ${columns})
    SELECT :id::integer, :day::date, ${columns} FROM ${temporary(of)} ORDER BY ${key.join(', ')}
    ON CONFLICT (website_id, day, ${key.join(', ')}) DO UPDATE
    SET ${sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
};

const removeZeros = ({ table, sums }: Sums): string =>
  `DELETE FROM ${table} WHERE website_id = :id AND day = :day::date AND ${sums.map((name) => `${name} = 0`).join(' AND ')}`;

/** Finds by how much a day's sums are wrong, which takes as long as counting the day. */
const COMPARE: readonly string[] = [
  `DROP TABLE IF EXISTS ${temporary(PAGES)}, ${temporary(VALUES)}`,
  compare(PAGES),
  compare(VALUES),
];

/** Adds the differences to the day's sums. It takes as long as there are differences. */
const CORRECT: readonly string[] = [add(PAGES), add(VALUES), removeZeros(PAGES), removeZeros(VALUES)];

/** Invalidates what was derived from the day's sums. */
const MARK_LATE = `
  INSERT INTO late_writes (website_id, day, writes) VALUES (:id, :day::date, 1)
  ON CONFLICT (website_id, day) DO UPDATE SET writes = late_writes.writes + 1`;

/** A website that got another time zone. */
export interface ZoneChange {
  readonly websiteId: number;
  /** Undefined where the website is gone. */
  readonly timezone: string | undefined;
  /** Distinguishes this change from a later one. */
  readonly changedAt: string;
}

export interface RecutStore {
  /** Runs `work` unless another instance does. */
  exclusively(work: WorkInTurns, signal?: AbortSignal): Promise<unknown>;
  /** The changes that every process has noticed by now. */
  changes(): Promise<readonly ZoneChange[]>;
  /** Days that have sums of pages or values. */
  daysOf(websiteId: number): Promise<readonly LocalDay[]>;
  /**
   * Counts a day's sums anew, by the time zone's clock, by which all that is written meanwhile has to
   * go, too. Whoever writes for the website waits only while they are corrected.
   */
  recut(websiteId: number, timezone: string, day: LocalDay): Promise<void>;
  /** Forgets a change, unless there was another one since. */
  forget(change: ZoneChange): Promise<void>;
}

const RECUT_LOCK = 0x72656375;

/** Sums by day in PostgreSQL. */
export const createRecutStore = (database: Database): RecutStore => ({
  exclusively: (work, signal) => exclusively(database, RECUT_LOCK, work, { signal }),

  async changes() {
    const { rows } = await database.raw<{
      rows: { website_id: number; timezone: string | null; changed_at: string }[];
    }>(
      `SELECT c.website_id, w.timezone, c.changed_at::text FROM days_to_recut c LEFT JOIN websites w ON w.id = c.website_id
       WHERE c.changed_at < now() - ?::interval ORDER BY c.changed_at`,
      [UNNOTICED],
    );
    return rows.map((row) => ({
      websiteId: row.website_id,
      timezone: row.timezone ?? undefined,
      changedAt: row.changed_at,
    }));
  },

  async daysOf(websiteId) {
    const { rows } = await database.raw<{ rows: { day: string }[] }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM (
         SELECT day FROM rollup_pages WHERE website_id = :websiteId
         UNION SELECT day FROM rollup_values WHERE website_id = :websiteId) AS days`,
      { websiteId },
    );
    return rows.map(({ day }) => day);
  },

  async recut(websiteId, timezone, day) {
    const { start, end } = spanOf({ from: day, to: day }, timezone);
    const values = { id: websiteId, day, start: new Date(start), end: new Date(end) };
    await database.transaction(async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      // Retention doesn't change the day meanwhile. Writers may: what they add is right already.
      await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [DERIVED_LOCK, websiteId]);
      let differences = 0;
      for (const statement of COMPARE) {
        const { rowCount } = await transaction.raw<{ rowCount: number | null }>(statement, values);
        differences += rowCount ?? 0;
      }
      if (differences === 0) return;
      await limitTransaction(transaction, SHORTLY);
      await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [WRITER_LOCK, websiteId]);
      for (const statement of [...CORRECT, MARK_LATE]) await transaction.raw(statement, values);
    });
  },

  async forget({ websiteId, changedAt }) {
    await database('days_to_recut').where({ website_id: websiteId, changed_at: changedAt }).delete();
  },
});
