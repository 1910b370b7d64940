import type { Logger } from '@platform/runtime';

import type { Site } from '../query/sums-request.ts';
import type { LocalDay } from '../../calendar/local-day.ts';

export interface DerivedKeeper {
  /**
   * Queues dates to derive in the background, one after the other; dates already queued are
   * skipped.
   */
  readonly order: (site: Site, dates: readonly LocalDay[]) => void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
  /** Drops the queue, and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

export interface DerivedKeeperDeps {
  readonly store: { make(site: Site, date: LocalDay): Promise<void> };
  /** What is derived, for the log: `columns of a day`. */
  readonly what: string;
  readonly logger: Logger;
}

/** Most dates queued. More would be a flood of requests; the next request queues the rest again. */
const MAX_WAITING = 1_000;

/**
 * Derives data from days that somebody looks at. It only saves time, so failures are logged and
 * ignored.
 */
export const createDerivedKeeper = ({ store, what, logger }: DerivedKeeperDeps): DerivedKeeper => {
  const waiting = new Set<string>();
  let present: Promise<void> = Promise.resolve();
  let isStopped = false;

  return {
    order(site, dates) {
      for (const date of dates) {
        const key = `${site.id} ${date}`;
        if (waiting.has(key) || waiting.size >= MAX_WAITING) continue;
        waiting.add(key);
        present = present
          .then(() => (isStopped ? undefined : store.make(site, date)))
          .catch((error: unknown) => {
            logger.warn({ err: error, website_id: site.id, date }, `${what} could not be made`);
          })
          .finally(() => waiting.delete(key));
      }
    },
    idle: () => present,
    stop() {
      isStopped = true;
      return present;
    },
  };
};
