import type { Logger } from '@platform/runtime';

import type { MonthSumsStore } from './month-sums-store.ts';
import type { Site } from './sums-request.ts';
import type { LocalDate } from './zone.ts';

export interface MonthSumsKeeper {
  /** Makes the sums of months in the background, one after the other; those that are on the list already are left out. */
  order(site: Site, months: readonly LocalDate[]): void;
  /** Resolves when nothing is on the list any more. */
  idle(): Promise<void>;
}

export interface MonthSumsKeeperDeps {
  readonly store: Pick<MonthSumsStore, 'make'>;
  readonly logger: Logger;
}

/** Months that may wait; more would be a flood of requests, and the next request orders them again. */
const MAX_WAITING = 1_000;

/** Keeps the sums of months that somebody looks at. They only save time, so a fault is logged and that is all. */
export const createMonthSumsKeeper = ({ store, logger }: MonthSumsKeeperDeps): MonthSumsKeeper => {
  const waiting = new Set<string>();
  let present: Promise<void> = Promise.resolve();

  return {
    order(site, months) {
      for (const month of months) {
        const key = `${site.id} ${month}`;
        if (waiting.has(key) || waiting.size >= MAX_WAITING) continue;
        waiting.add(key);
        present = present
          .then(() => store.make(site, month))
          .catch((error: unknown) => {
            logger.warn({ err: error, website_id: site.id, month }, 'the sums of a month could not be made');
          })
          .finally(() => waiting.delete(key));
      }
    },
    idle: () => present,
  };
};
