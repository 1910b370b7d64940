import type { Logger } from '@platform/runtime';

import type { Site } from './sums-request.ts';
import type { LocalDate } from './zone.ts';

export interface DerivedKeeper {
  /** Makes what is derived from days or months in the background, one after the other; those that are on the list already are left out. */
  readonly order: (site: Site, dates: readonly LocalDate[]) => void;
  /** Resolves when nothing is on the list any more. */
  idle(): Promise<void>;
  /** Leaves what waits on the list, and resolves when what is being made is done. */
  stop(): Promise<void>;
}

export interface DerivedKeeperDeps {
  readonly store: { make(site: Site, date: LocalDate): Promise<void> };
  /** What is made, for the log: `sums of a month`. */
  readonly what: string;
  readonly logger: Logger;
}

/** Dates that may wait; more would be a flood of requests, and the next request orders them again. */
const MAX_WAITING = 1_000;

/** Keeps what is derived from the days that somebody looks at. It only saves time, so a fault is logged and that is all. */
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
