import { setTimeout as sleep } from 'node:timers/promises';

import { createHostLimiter, GuardError } from '@platform/guard';
import type { HostLimiter, HostLimits } from '@platform/guard';
import type { Logger } from '@platform/runtime';

import type { HostBudgetsStore } from './host-budgets-store.ts';

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
