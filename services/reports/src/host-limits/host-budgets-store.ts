import { createHash } from 'node:crypto';

import type { Database } from '@platform/database';

export interface HostBudgetsStore {
  /**
   * Reserves requests to a host, one every `interval` milliseconds.
   * @param latest reserves nothing when the first would be due later than this many milliseconds
   * @returns milliseconds until the first is due, were the rate kept exactly; undefined for later
   */
  reserve(host: string, requests: number, interval: number, latest: number): Promise<number | undefined>;
}

/** Hosts that nobody asks any more leave the table after so many reservations. */
const SWEEP_EVERY = 500;

/** @param purpose keeps budgets of different rates apart */
export const createHostBudgetsStore = (database: Database, purpose: string): HostBudgetsStore => {
  let reservations = 0;
  return {
    async reserve(host, requests, interval, latest) {
      const key = createHash('sha256')
        .update(JSON.stringify([purpose, host]))
        .digest();
      reservations += 1;
      if (reservations % SWEEP_EVERY === 0)
        await database('host_budgets').whereRaw("due < now() - interval '1 minute'").delete();
      // The clock is the database’s: those of several machines differ.
      const { rows } = await database.raw<{ rows: { wait: number }[] }>(
        `INSERT INTO host_budgets AS budget (key, due)
         VALUES (:key, clock_timestamp() + make_interval(secs => :length))
         ON CONFLICT (key) DO UPDATE
           SET due = greatest(budget.due, clock_timestamp()) + make_interval(secs => :length)
           WHERE budget.due <= clock_timestamp() + make_interval(secs => :latest)
         RETURNING CAST(extract(epoch FROM due - clock_timestamp()) - :length AS float8) * 1000 AS wait`,
        { key, length: (requests * interval) / 1000, latest: latest / 1000 },
      );
      const [row] = rows;
      return row && Math.max(0, row.wait);
    },
  };
};
