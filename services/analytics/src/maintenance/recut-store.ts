import type { Database } from '@platform/database';

import { spanOf } from '../calendar/date-range.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';
import { UNNOTICED } from '../collect/visitors/timezone-changes.ts';
import { WRITER_LOCK } from '../collect/writing/batch-locks.ts';
import { DERIVED_LOCK, lastSettledDay } from '../stats/derived/settled-days.ts';
import { COUNT, LATE_WRITES, MARK_LATE, REPLACE } from './recut-sql.ts';

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
  exclusively(work: () => Promise<void>): Promise<void>;
  /** The changes that every process has noticed by now. */
  changes(): Promise<readonly ZoneChange[]>;
  /** Days that have sums of pages or values. */
  daysOf(websiteId: number): Promise<readonly LocalDay[]>;
  /**
   * Counts a day's sums anew, by the time zone's clock. Whoever writes for the website waits only
   * while they are replaced; for all of it on the last days.
   */
  recut(websiteId: number, timezone: string, day: LocalDay): Promise<void>;
  /** Forgets a change, unless there was another one since. */
  forget(change: ZoneChange): Promise<void>;
}

const RECUT_LOCK = 0x72656375;

/** Sums by day in PostgreSQL. */
export const createRecutStore = (database: Database, now: () => number = Date.now): RecutStore => ({
  exclusively: (work) =>
    database.transaction(async (transaction) => {
      const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
        'SELECT pg_try_advisory_xact_lock(?) AS locked',
        [RECUT_LOCK],
      );
      if (rows[0]?.locked) await work();
    }),

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
    const isSettled = day <= lastSettledDay(localDay(timezone, now()));
    await database.transaction(async (transaction) => {
      const run = async (statements: readonly string[]): Promise<void> => {
        for (const statement of statements) await transaction.raw(statement, values);
      };
      const lateWrites = async (): Promise<string> => {
        const { rows } = await transaction.raw<{ rows: { writes: string }[] }>(LATE_WRITES, values);
        return rows[0]?.writes ?? '';
      };
      const keepWritersOut = () =>
        transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [WRITER_LOCK, websiteId]);
      // Retention doesn't change the day meanwhile.
      await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [DERIVED_LOCK, websiteId]);
      // Nobody has to wait for the counting of a day that is hardly ever written to.
      if (!isSettled) await keepWritersOut();
      const before = await lateWrites();
      await run(COUNT);
      if (isSettled) {
        await keepWritersOut();
        if ((await lateWrites()) !== before) await run(COUNT);
      }
      await run([...REPLACE, MARK_LATE]);
    });
  },

  async forget({ websiteId, changedAt }) {
    await database('days_to_recut').where({ website_id: websiteId, changed_at: changedAt }).delete();
  },
});
