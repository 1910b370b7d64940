import { AsyncLocalStorage } from 'node:async_hooks';

import { isUnavailable } from '@platform/database';
import type { Logger } from '@platform/runtime';

import type { Site } from '../query/sums-request.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { createPauses } from './pauses.ts';

export interface DerivedKeeper {
  /**
   * Queues dates to derive in the background, one after the other; dates already queued are
   * skipped, and those that failed a short while ago.
   */
  readonly order: (site: Site, dates: readonly LocalDay[]) => void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
  /** Drops the queue, and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

/** What `make` resolves with where the rest of the date is to wait for the website's next turn. */
export const UNFINISHED = Symbol('unfinished');

export interface DerivedKeeperDeps {
  readonly store: { make(site: Site, date: LocalDay): Promise<unknown> };
  /** What is derived, for the log: `columns of a day`. */
  readonly what: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Line {
  site: Site;
  readonly dates: Set<LocalDay>;
}

/**
 * Dates that a single website may queue; several share them, and each may always queue one. More
 * would be a flood of requests; the next request queues the rest again.
 */
const MAX_WAITING = 10_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 86_400_000;

/**
 * Derives data from days that somebody looks at, a date of each website in turn. It only saves time,
 * so failures are logged and ignored.
 */
export const createDerivedKeeper = (deps: DerivedKeeperDeps): DerivedKeeper => {
  const { store, what, logger, now = Date.now } = deps;
  const pauses = createPauses({ firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS, now });
  /** By website, the one whose turn is next first. */
  const lines = new Map<number, Line>();
  // The work belongs to no request: it must not join one's transaction, nor end with it.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let present: Promise<void> | undefined;
  let isStopped = false;

  /** @returns whether the date is done with, for now */
  const make = async (site: Site, date: LocalDay): Promise<boolean> => {
    const key = `${site.id} ${date}`;
    try {
      if ((await store.make(site, date)) === UNFINISHED) return false;
      pauses.succeeded(key);
    } catch (error) {
      // What failed because PostgreSQL was away isn't too heavy.
      if (!isUnavailable(error)) pauses.failed(key);
      logger.warn({ err: error, website_id: site.id, date }, `${what} could not be made`);
    }
    return true;
  };

  const work = async (): Promise<void> => {
    for (let [line] = lines.values(); line && !isStopped; [line] = lines.values()) {
      const { site, dates } = line;
      lines.delete(site.id);
      lines.set(site.id, line);
      const [date] = dates;
      if (date !== undefined && (await make(site, date))) dates.delete(date);
      if (dates.size === 0) lines.delete(site.id);
    }
    present = undefined;
  };

  return {
    order(site, dates) {
      if (isStopped) return;
      const line = lines.get(site.id) ?? { site, dates: new Set() };
      // Its time zone may have changed since.
      line.site = site;
      lines.set(site.id, line);
      const share = MAX_WAITING / lines.size;
      for (const date of dates) {
        if (line.dates.size >= share) break;
        if (!pauses.isPaused(`${site.id} ${date}`)) line.dates.add(date);
      }
      present ??= outsideRequests(() => Promise.resolve().then(work));
    },
    idle: () => present ?? Promise.resolve(),
    stop() {
      isStopped = true;
      return present ?? Promise.resolve();
    },
  };
};
