import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import { startOfDay } from '../calendar/local-day.ts';
import { IN_BACKGROUND, limitTransaction } from '../sql/sql.ts';
import { MONTH_SUMS } from '../stats/derived/month-sums-store.ts';
import { DERIVED_LOCK } from '../stats/derived/settled-days.ts';

const PATIENCE_MS = 60_000;

/** Work that takes turns, and begins no further piece once its signal is aborted. */
export type WorkInTurns = (signal: AbortSignal) => Promise<void>;

interface ExclusivelyOptions {
  /** Ends the work, as when the process is told to stop. */
  signal?: AbortSignal | undefined;
  /** After how long without a sign of life others may begin. */
  patienceMs?: number;
}

/**
 * Runs `work` unless another instance does. Between its pieces it may take as long as it likes, but
 * an instance that stops (a frozen host, SIGSTOP) loses its turn: then it no longer says that it is
 * there. If it goes on after all, its signal is aborted; until it notices, its present piece may run
 * beside another instance, so each piece has to be safe by itself.
 * @param lock key of the advisory lock
 * @returns false if another instance is at it
 * @throws Error if the turn was lost
 */
export const exclusively = (
  database: Database,
  lock: number,
  work: WorkInTurns,
  { signal, patienceMs = PATIENCE_MS }: ExclusivelyOptions = {},
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    await limitTransaction(transaction, { idle: `${patienceMs}ms`, wait: '0' });
    const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
      'SELECT pg_try_advisory_xact_lock(?) AS locked',
      [lock],
    );
    if (!rows[0]?.locked) return false;
    const lost = new AbortController();
    const sayIsThere = (): void => {
      // COMMIT fails as well, and says why.
      transaction.raw('SELECT 1').catch(() => {
        lost.abort();
      });
    };
    const saying = setInterval(sayIsThere, patienceMs / 3);
    try {
      await work(signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(saying);
    }
    return true;
  });

/** A website with a limit on how long its data is kept. */
export interface Retention {
  readonly websiteId: number;
  readonly months: number;
  readonly timezone: string;
}

export interface MaintenanceStore {
  /**
   * Runs `work` unless another instance does.
   * @returns false if one does
   */
  exclusively(work: WorkInTurns, signal?: AbortSignal): Promise<boolean>;
  /**
   * The longest retention of any website, in months: null for unlimited, 0 without any websites.
   */
  longestRetention(): Promise<number | null>;
  retentions(): Promise<readonly Retention[]>;
  /**
   * Removes all that websites of one time zone have from before a local day, at once: events,
   * visits, sums, and what is derived from them.
   */
  removeBefore(websiteIds: readonly number[], day: string, timezone: string): Promise<void>;
  /**
   * Removes the data of deleted websites.
   * @param which `new` for those of the last minutes only
   * @param signal ends it between two tables
   */
  removeDeletedWebsites(which: 'all' | 'new', signal?: AbortSignal): Promise<void>;
  /**
   * Removes the records of digests and alerts older than 90 days, when nobody asks any more whether
   * they were sent.
   */
  removeOldDeliveries(): Promise<void>;
  /** Removes files whose upload was begun a week ago and never ended. */
  removeOldUploads(): Promise<void>;
  /** Removes event ids older than 30 days. Clients are not expected to send again after that. */
  removeOldEventIds(): Promise<void>;
}

const LOCK = 0x6d61696e;
const DAY_MS = 86_400_000;

/** Tables that hold rows of websites, by the column that says how old a row is. */
const BY_INSTANT = { events: 'ts', visits: 'started_at', rollup_quarters: 'bucket' } as const;
const BY_DAY = [
  'rollup_pages',
  'rollup_values',
  'rollup_vitals',
  'late_writes',
  'ended_days',
  'drops',
  'click_days',
  'imported_days',
  'imported_pages',
  'imported_values',
] as const;
const EMAILS = ['email_schedules', 'email_deliveries', 'email_unsubscribes'] as const;
const OTHERS = [
  'dictionary',
  'dictionary_heads',
  'salts',
  'visitors',
  'timezone_changes',
  'days_to_recut',
  'event_ids',
  'column_blocks',
  'goal_days',
  ...MONTH_SUMS,
  ...EMAILS,
  'goals',
  'funnels',
  'segments',
  'annotations',
  'alerts',
  'alert_messages',
  'imports',
  'import_parts',
  'deletions',
  'bots',
] as const;

/** Removes what is not to be kept. */
export const createMaintenanceStore = (database: Database): MaintenanceStore => ({
  exclusively: (work, signal) => exclusively(database, LOCK, work, { signal }),

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

  async removeBefore(websiteIds, day, timezone) {
    await database.transaction(async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      // Nobody may derive sums from these days now: without their late writes the sums would pass
      // for valid.
      await transaction.raw('SELECT pg_advisory_xact_lock(?, id) FROM unnest(?::integer[]) AS s (id)', [
        DERIVED_LOCK,
        plainArray([...websiteIds].sort((a, b) => a - b)),
      ]);
      const start = new Date(startOfDay(timezone, day));
      const rowsOf = (table: string) => transaction(table).whereIn('website_id', [...websiteIds]);
      // Table by table like the writer, so that the two don't wait for each other.
      for (const [table, column] of Object.entries(BY_INSTANT))
        await rowsOf(table).where(column, '<', start).delete();
      for (const table of BY_DAY) await rowsOf(table).where('day', '<', day).delete();
      // The first day that is left, too: what is derived from it knows visits of the day before.
      for (const table of ['column_blocks', 'goal_days'])
        await rowsOf(table).where('day', '<=', day).delete();
      // The month of the first day that is left, too, unless that is the month's first.
      for (const table of MONTH_SUMS) await rowsOf(table).where('month', '<', day).delete();
    });
  },

  async removeDeletedWebsites(which, signal) {
    const ids = await database('website_removals')
      .whereRaw(which === 'all' ? 'true' : `deleted_at > now() - interval '20 minutes'`)
      .pluck<number[]>('website_id');
    for (const id of ids) {
      for (const table of [...Object.keys(BY_INSTANT), ...BY_DAY, ...OTHERS]) {
        if (signal?.aborted) return;
        await database(table).where({ website_id: id }).delete();
      }
      // A hit that another instance accepted just before may come in late. The second round removes
      // it.
      await database('website_removals')
        .where({ website_id: id })
        .whereRaw(`deleted_at < now() - interval '1 hour'`)
        .delete();
    }
  },

  async removeOldDeliveries() {
    await database('email_deliveries')
      .whereIn('status', ['sent', 'skipped', 'cancelled', 'failed'])
      .whereRaw(`last_day < now() - interval '90 days'`)
      .delete();
    await database('alert_messages').whereRaw(`happened_at < now() - interval '90 days'`).delete();
  },

  async removeOldUploads() {
    await database.raw(`
      WITH old AS (
        DELETE FROM imports WHERE status = 'uploading' AND created_at < now() - interval '7 days'
        RETURNING website_id, id)
      DELETE FROM import_parts p USING old WHERE p.website_id = old.website_id AND p.import_id = old.id`);
  },

  async removeOldEventIds() {
    await database('event_ids')
      .where('seen_at', '<', new Date(Date.now() - 30 * DAY_MS))
      .delete();
  },
});
