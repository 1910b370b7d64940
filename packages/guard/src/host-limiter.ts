import { setTimeout as sleep } from 'node:timers/promises';

import { GuardError } from './guard-error.ts';

export interface HostLimits {
  /** Requests a second to one host in the long run; Infinity for no limit. */
  readonly perSecond: number;
  /** Requests that may go out at once after a pause: one report needs up to about 170. */
  readonly burst: number;
}

export interface HostLimiter {
  /**
   * Waits until another request may go to `host`.
   * @throws GuardError `timeout` at once when the queue for the host is longer than `maxWait`
   *   milliseconds
   */
  wait(host: string, maxWait: number, signal: AbortSignal): Promise<void>;
}

const MAX_HOSTS = 10_000;

/**
 * Keeps the service from flooding a host: a leaky bucket per host name (GCRA, ITU-T I.371, in its
 * virtual scheduling form). Counted in this process; see `GuardOptions.hostLimiter` for several.
 */
export const createHostLimiter = (
  limits: HostLimits,
  now: () => number = () => performance.now(),
): HostLimiter => {
  const interval = 1000 / limits.perSecond;
  const tolerance = interval * Math.max(0, limits.burst - 1);
  /** When the next request of a host would be due if it kept to the rate exactly. */
  const due = new Map<string, number>();

  const forgetIdleHosts = (): void => {
    for (const [host, time] of due) if (time <= now()) due.delete(host);
  };

  return {
    async wait(host, maxWait, signal) {
      const time = now();
      const arrival = Math.max(due.get(host) ?? 0, time);
      const delay = arrival - tolerance - time;
      if (delay > maxWait) throw new GuardError('timeout');
      if (due.size >= MAX_HOSTS) forgetIdleHosts();
      due.set(host, arrival + interval);
      if (delay > 0) await sleep(delay, undefined, { signal });
    },
  };
};
