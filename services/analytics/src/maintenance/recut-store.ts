import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { UNNOTICED } from '../collect/visitors/timezone-changes.ts';
import { WRITER_LOCK } from '../collect/writing/batch-locks.ts';
import { IN_BACKGROUND, limitTransaction, SHORTLY } from '../sql/limit-transaction.ts';
import { DERIVED_LOCK } from '../stats/derived/settled-days.ts';
import { exclusively } from './exclusively.ts';
import type { WorkInTurns } from './exclusively.ts';
import { COMPARE, CORRECT, MARK_LATE } from './recut-sql.ts';

/** A website that got another time zone. */
export interface ZoneChange {
  readonly websiteId: number;
  /** Undefined where the website is gone. */
  readonly timezone: string | undefined;
  /** Tells this change from a later one. */
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
