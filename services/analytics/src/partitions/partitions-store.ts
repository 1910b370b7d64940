import type { Database } from '@platform/database';
import { limitTransaction, SHORTLY } from '../sql/sql.ts';
import { addMonths, startOfMonth } from './month.ts';
import type { Month } from './month.ts';

/** Name of a month's partition of a table: `events_y2026m01`. */
export const partitionName = (table: string, month: Month): string =>
  `${table}_y${month.slice(0, 4)}m${month.slice(5)}`;

/**
 * Tables with one partition a month. Visits are updated in place, so their pages keep room for it.
 */
const PARTITIONED = [
  { table: 'events', options: '' },
  { table: 'visits', options: 'WITH (fillfactor = 85)' },
] as const;

export interface PartitionsStore {
  /**
   * Creates a month's partitions if they are missing. Safe to call from several processes at once.
   */
  ensure(month: Month): Promise<void>;
  /** The months that have partitions, in order. */
  list(): Promise<Month[]>;
  /** Removes a month with all that is in it. */
  drop(month: Month): Promise<void>;
}

const LOCK = 0x70617274;

/** Monthly partitions of events and visits. */
export const createPartitionsStore = (database: Database): PartitionsStore => ({
  ensure: (month) =>
    database.transaction(async (transaction) => {
      // Queries wait behind a partition that waits. The caller tries again later.
      await limitTransaction(transaction, SHORTLY);
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [LOCK]);
      for (const { table, options } of PARTITIONED) {
        const name = partitionName(table, month);
        const known = await transaction.raw<{ rows: { name: string | null }[] }>(
          'SELECT to_regclass(?) AS name',
          [name],
        );
        if (known.rows[0]?.name) continue;
        // Attaching afterwards doesn't block readers and writers of other months, as PARTITION OF
        // would.
        await transaction.raw(`CREATE TABLE ?? (LIKE ?? INCLUDING DEFAULTS) ${options}`, [name, table]);
        const bound = (at: Month): string => `'${new Date(startOfMonth(at)).toISOString()}'`;
        await transaction.raw(
          `ALTER TABLE ?? ATTACH PARTITION ?? FOR VALUES FROM (${bound(month)}) TO (${bound(addMonths(month, 1))})`,
          [table, name],
        );
      }
    }),

  async list() {
    const { rows } = await database.raw<{ rows: { month: Month }[] }>(
      `SELECT DISTINCT regexp_replace(c.relname, '^.*_y(\\d{4})m(\\d{2})$', '\\1-\\2') AS month
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'events'::regclass ORDER BY month`,
    );
    return rows.map(({ month }) => month);
  },

  drop: (month) =>
    database.transaction(async (transaction) => {
      // Queries wait behind a partition that waits. The caller tries again later.
      await limitTransaction(transaction, SHORTLY);
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [LOCK]);
      for (const { table } of PARTITIONED)
        await transaction.raw('DROP TABLE IF EXISTS ??', [partitionName(table, month)]);
    }),
});
