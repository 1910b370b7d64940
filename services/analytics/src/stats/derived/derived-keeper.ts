import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnavailable } from '@platform/database';
import type { Logger } from '@platform/runtime';
import type { Site } from '../query/sums-request.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import type { Database } from '@platform/database';
import { IN_BACKGROUND, limitTransaction } from '../../sql/sql.ts';
import { DERIVED_LOCK } from './settled-days.ts';

/** Remembers what failed, so that it isn't tried again and again. */
interface Pauses {
  isPaused(key: string): boolean;
  /** Begins a pause, each time twice as long as the one before. */
  failed(key: string): void;
  /** Forgets the failures. */
  succeeded(key: string): void;
}

interface PausesOptions {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Most things remembered; those that failed longest ago are forgotten first. */
const MOST = 10_000;

/** Pauses after failures, in this process' memory. */
export const createPauses = ({ firstMs, longestMs, now }: PausesOptions): Pauses => {
  const paused = new Map<string, { readonly until: number; readonly lengthMs: number }>();
  return {
    isPaused: (key) => now() < (paused.get(key)?.until ?? -Infinity),
    failed(key) {
      const before = paused.get(key);
      const lengthMs = Math.min(before ? before.lengthMs * 2 : firstMs, longestMs);
      paused.delete(key);
      paused.set(key, { until: now() + lengthMs, lengthMs });
      const [oldest] = paused.keys();
      if (paused.size > MOST && oldest !== undefined) paused.delete(oldest);
    },
    succeeded: (key) => paused.delete(key),
  };
};

/**
 * Makes one process at a time derive data of a kind from a website's days, until the transaction
 * ends, and keeps retention from removing those days meanwhile. Take the snapshot afterwards. All of
 * the transaction has the limits of work in the background.
 * @param lock the advisory lock of the kind, whose second key is the website's id
 * @returns false if another process is at it
 */
export const takeDeriveTurn = async (
  transaction: Database,
  lock: number,
  websiteId: number,
): Promise<boolean> => {
  await limitTransaction(transaction, IN_BACKGROUND);
  const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
    'SELECT pg_try_advisory_xact_lock(?, ?) AS locked',
    [lock, websiteId],
  );
  if (rows[0]?.locked !== true) return false;
  await transaction.raw('SELECT pg_advisory_xact_lock_shared(?, ?)', [DERIVED_LOCK, websiteId]);
  return true;
};

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

/** Resolved by `make` when the rest of the date should wait for the website's next turn. */
export const UNFINISHED = Symbol('unfinished');

export interface DerivedKeeperDeps {
  readonly store: { make(site: Site, date: LocalDay): Promise<unknown> };
  /** Name of the derived data in the log: `columns of a day`. */
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
  /** By website, next turn first. */
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
      // A failure while PostgreSQL was down doesn't mean that the date is too heavy.
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
