import type { Database } from '@platform/database';

import { MONTH_SUMS } from '../stats/month-sums-store.ts';
import { DERIVED_LOCK } from '../stats/settled-days.ts';

/** A website with a limit on how long its data is kept. */
export interface Retention {
  readonly websiteId: number;
  readonly months: number;
  readonly timezone: string;
}

export interface MaintenanceStore {
  /** Runs `work` unless another instance is at it. @returns false if one is */
  exclusively(work: () => Promise<void>): Promise<boolean>;
  /** How many months the website that keeps its data longest keeps it; null: for good. 0 without any websites. */
  longestRetention(): Promise<number | null>;
  retentions(): Promise<readonly Retention[]>;
  /** Removes all that a website has of the time before a local day, at once: events, visits, sums, and what is made of them. */
  removeBefore(websiteId: number, day: string, timezone: string): Promise<void>;
  /** Removes what websites have left that were deleted. @returns how many websites that were */
  removeDeletedWebsites(): Promise<number>;
  /** Removes who got which e-mail report more than 90 days ago: by then nobody asks whether it was sent. */
  removeOldDeliveries(): Promise<void>;
  /** Removes event ids that are older than 30 days, after which sending again is not expected. */
  removeOldEventIds(): Promise<void>;
}

const LOCK = 0x6d61696e;

/** Tables that hold rows of websites, by what says how old a row is. */
const BY_INSTANT = { events: 'ts', visits: 'started_at', rollup_quarters: 'bucket' } as const;
const BY_DAY = ['rollup_pages', 'rollup_values', 'late_writes', 'drops'] as const;
const EMAILS = ['email_schedules', 'email_deliveries', 'email_unsubscribes'] as const;
const OTHERS = [
  'dictionary',
  'dictionary_heads',
  'salts',
  'visitors',
  'event_ids',
  'column_blocks',
  ...MONTH_SUMS,
  ...EMAILS,
] as const;

/** Removal of what is not to be kept. */
export const createMaintenanceStore = (database: Database): MaintenanceStore => ({
  exclusively: (work) =>
    database.transaction(async (transaction) => {
      const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
        'SELECT pg_try_advisory_xact_lock(?) AS locked',
        [LOCK],
      );
      if (!rows[0]?.locked) return false;
      await work();
      return true;
    }),

  async longestRetention() {
    const { rows } = await database.raw<{ rows: { unlimited: boolean | null; longest: number | null }[] }>(
      'SELECT bool_or(retention_months IS NULL) AS unlimited, max(retention_months) AS longest FROM websites',
    );
    return rows[0]?.unlimited ? null : (rows[0]?.longest ?? 0);
  },

  async retentions() {
    const rows = await database('websites')
      .whereNotNull('retention_months')
      .select<{ id: number; retention_months: number; timezone: string }[]>(
        'id',
        'retention_months',
        'timezone',
      );
    return rows.map((row) => ({ websiteId: row.id, months: row.retention_months, timezone: row.timezone }));
  },

  async removeBefore(websiteId, day, timezone) {
    await database.transaction(async (transaction) => {
      // Nobody may sum up the days that go, and find the sums true because no late write is noted any more.
      await transaction.raw('SELECT pg_advisory_xact_lock(?, ?)', [DERIVED_LOCK, websiteId]);
      // Table by table as the writer does it, so that the two don't wait for each other.
      for (const [table, column] of Object.entries(BY_INSTANT))
        await transaction(table)
          .where({ website_id: websiteId })
          .whereRaw('?? < (?::timestamp AT TIME ZONE ?)', [column, day, timezone])
          .delete();
      for (const table of BY_DAY)
        await transaction(table).where({ website_id: websiteId }).where('day', '<', day).delete();
      // The first day that is left, too: visits of the day before are among its columns.
      await transaction('column_blocks').where({ website_id: websiteId }).where('day', '<=', day).delete();
      // The month of the first day that is left, too, unless that is the month's first.
      for (const table of MONTH_SUMS)
        await transaction(table).where({ website_id: websiteId }).where('month', '<', day).delete();
    });
  },

  async removeDeletedWebsites() {
    const ids = await database('website_removals').pluck<number[]>('website_id');
    for (const id of ids) {
      for (const table of [...Object.keys(BY_INSTANT), ...BY_DAY, ...OTHERS])
        await database(table).where({ website_id: id }).delete();
      // A report that another instance had accepted just before may come in late; the second round takes it along.
      await database('website_removals')
        .where({ website_id: id })
        .whereRaw(`deleted_at < now() - interval '1 hour'`)
        .delete();
    }
    return ids.length;
  },

  async removeOldDeliveries() {
    await database('email_deliveries')
      .whereIn('status', ['sent', 'skipped', 'cancelled', 'failed'])
      .whereRaw(`last_day < now() - interval '90 days'`)
      .delete();
  },

  async removeOldEventIds() {
    await database('event_ids').whereRaw(`seen_at < now() - interval '30 days'`).delete();
  },
});
