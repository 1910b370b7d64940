import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@platform/database';
import { createHostLimiter, GuardError } from '@platform/guard';
import type { HostLimiter, HostLimits } from '@platform/guard';
import type { Logger } from '@platform/runtime';

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

/** Requests a process reserves at once: a report’s 170 cost nine round trips, not 170. */
const MOST_AT_ONCE = 20;

/** Reserved requests that nobody made are forgotten with this many hosts. */
const MOST_HOSTS = 1000;

interface Reserved {
  /** When each request is due by this process’s clock, were the rate kept exactly. */
  readonly due: number[];
  refill: Promise<boolean> | undefined;
}

/**
 * Limits requests to a host for all processes together, by budgets in PostgreSQL. While it is away
 * each process keeps the limit by itself.
 */
export const createSharedHostLimiter = (
  store: HostBudgetsStore,
  limits: HostLimits,
  logger: Logger,
): HostLimiter => {
  const own = createHostLimiter(limits);
  const interval = 1000 / limits.perSecond;
  const tolerance = interval * Math.max(0, limits.burst - 1);
  const atOnce = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(limits.burst / 20)));
  const hosts = new Map<string, Reserved>();

  const reservedFor = (host: string): Reserved => {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    if (hosts.size >= MOST_HOSTS) hosts.delete(hosts.keys().next().value ?? '');
    const fresh: Reserved = { due: [], refill: undefined };
    hosts.set(host, fresh);
    return fresh;
  };
  /** @returns false when the host’s queue is too long */
  const refill = async (host: string, reserved: Reserved, maxWait: number): Promise<boolean> => {
    const wait = await store.reserve(host, atOnce, interval, maxWait + tolerance);
    if (wait === undefined) return false;
    const first = performance.now() + wait;
    for (let index = 0; index < atOnce; index++) reserved.due.push(first + index * interval);
    return true;
  };
  const next = async (host: string, maxWait: number): Promise<number> => {
    const reserved = reservedFor(host);
    for (;;) {
      const due = reserved.due.shift();
      if (due !== undefined) return due;
      reserved.refill ??= refill(host, reserved, maxWait).finally(() => {
        reserved.refill = undefined;
      });
      if (!(await reserved.refill)) throw new GuardError('timeout');
    }
  };

  return {
    async wait(host, maxWait, signal) {
      let due: number;
      try {
        due = await next(host, maxWait);
      } catch (error) {
        if (error instanceof GuardError) throw error;
        logger.warn({ err: error }, 'host limits are kept by this process alone');
        return own.wait(host, maxWait, signal);
      }
      const delay = due - tolerance - performance.now();
      if (delay > 0) await sleep(delay, undefined, { signal });
    },
  };
};
