import { unavailable } from '@platform/errors';
import { withDeadline } from '@platform/runtime';

import type { Placement } from '../../cluster/cluster-store.ts';
import type { Outcome, Drop, Hit } from '../hit.ts';
import { createMicroBatcher } from './micro-batcher.ts';
import type { MicroBatcher } from './micro-batcher.ts';

/**
 * Part of a batch: a hit to store or a drop to count. Events sent along with a view are written in
 * its transaction and share its result: a client told that the view is lost may send it again with
 * them.
 */
export type BatchItem = { readonly hit: Hit; readonly also?: readonly Hit[] } | { readonly drop: Drop };

/** Result of a hit when another writer holds its website. Nothing of it was written. */
export const BUSY = 'busy';

export type WriteResult = Outcome | typeof BUSY;

export interface WriteOptions {
  /** Time until the deadline, after which nothing is written. */
  readonly milliseconds: number;
  /** True to wait for websites that another writer holds. */
  readonly isPatient: boolean;
  /** Where the websites' rows are. On a cluster, a batch is about one shard. */
  readonly node: number;
}

/** The website that an item is about; 0 for a key that belongs to none. */
export const websiteOf = (item: BatchItem): number => ('hit' in item ? item.hit.site.id : item.drop.siteId);

/** The hits to store. */
export const hitsOf = (items: readonly BatchItem[]): readonly Hit[] => {
  const hits: Hit[] = [];
  for (const item of items) {
    if ('drop' in item) continue;
    hits.push(item.hit);
    if (item.also) hits.push(...item.also);
  }
  return hits;
};

/** How long a writer waits, in milliseconds. */
export interface WriterTimeouts {
  /** A batch takes no longer; its hits are refused then. */
  readonly batch: number;
  /** PostgreSQL's own, for the writer's connections. */
  readonly settings: Readonly<Record<keyof typeof WRITER_TIMEOUTS, number>>;
}

/**
 * PostgreSQL's time-outs for the writer's connections, in milliseconds.
 *
 * An instance that stops in mid-batch (a frozen host, SIGSTOP) holds the locks of its websites.
 * PostgreSQL ends its transaction after three idle seconds, so that patient writers get the locks
 * before their own patience ends.
 */
export const WRITER_TIMEOUTS = {
  idle_in_transaction_session_timeout: 3_000,
  lock_timeout: 4_000,
  statement_timeout: 5_000,
  tcp_user_timeout: 5_000,
} as const;

/** Somebody waits for the answer. */
export const LIVE_TIMEOUTS: WriterTimeouts = { batch: 5_000, settings: WRITER_TIMEOUTS };

const A_MINUTE = 60_000;
const TEN_MINUTES = 600_000;

/**
 * For a bulk load, which ends with its first batch that fails: nobody waits for an answer, its batches
 * are large, and a busy server takes its time for them.
 */
export const BULK_TIMEOUTS: WriterTimeouts = {
  batch: TEN_MINUTES,
  settings: {
    idle_in_transaction_session_timeout: A_MINUTE,
    lock_timeout: TEN_MINUTES,
    statement_timeout: TEN_MINUTES,
    tcp_user_timeout: A_MINUTE,
  },
};

export interface WriterLanesOptions {
  /** Items of websites that another writer has are `BUSY`, unless it must be patient. */
  write: (items: readonly BatchItem[], options: WriteOptions) => Promise<readonly WriteResult[]>;
  /** Websites of one group share a lane, and another one while the first is late. */
  placeOf: (website: number) => Placement | Promise<Placement>;
  /** True for a fault of the database that may pass by itself. */
  isTransient: (error: unknown) => boolean;
  /** True when somebody held a lock for too long. */
  isLockTimeout: (error: unknown) => boolean;
  delayMilliseconds: number;
  maxBatch: number;
  /** Items that may wait or be in progress, over all lanes. */
  maxQueue: number;
  /** A batch takes no longer; its items are refused then. */
  batchMilliseconds: number;
}

export interface WriterLanes {
  /**
   * Resolves when the item has committed.
   * @param deadline by `performance.now()`
   * @throws AppError `unavailable`
   */
  submit(item: BatchItem, deadline: number): Promise<Outcome>;
  readonly depth: number;
  close(): Promise<void>;
}

type Lane = MicroBatcher<BatchItem, WriteResult>;

/** The lane of one website, for as long as something waits in it. */
interface Side {
  readonly lane: Lane;
  pending: number;
}

/** Only a website that waits for a lock has a side lane, so a batch needs no company. */
const SIDE_DELAY_MS = 0;
/** A batch that takes longer waits for something; what comes after it goes another way. */
const LATE_MILLISECONDS = 250;

/**
 * Gathers the hits of a group of websites into batches, one in flight at a time: two half as large
 * cost a third more processor time. While a batch is late, others are gathered beside it. A website
 * that another writer holds goes to a side lane of its own, which waits: one that is stuck holds
 * back nobody else.
 */
export const createWriterLanes = (options: WriterLanesOptions): WriterLanes => {
  const { write, placeOf, isTransient, isLockTimeout } = options;
  const { delayMilliseconds, maxBatch, maxQueue, batchMilliseconds } = options;
  const lanes = new Map<string, Lane>();
  const sides = new Map<number, Side>();
  const pending = new Set<Promise<Outcome>>();
  let isClosing = false;

  const createLane = (node: number, isPatient: boolean): Lane =>
    createMicroBatcher({
      async write(items, milliseconds) {
        try {
          const limit = Math.min(milliseconds, batchMilliseconds);
          return await withDeadline(write(items, { milliseconds: limit, isPatient, node }), limit);
        } catch (error) {
          // The holder of the lock isn't known, so each website finds out for itself.
          if (!isPatient && isLockTimeout(error)) return items.map(() => BUSY);
          throw error;
        }
      },
      isTransient: (error) => isTransient(error) || isLockTimeout(error),
      delayMilliseconds: isPatient ? SIDE_DELAY_MS : delayMilliseconds,
      maxBatch,
      maxQueue,
      batchMilliseconds,
    });
  const namedLane = (name: string, node: number): Lane => {
    const lane = lanes.get(name) ?? createLane(node, false);
    lanes.set(name, lane);
    return lane;
  };
  const laneOf = ({ group, node }: Placement): Lane => {
    const lane = namedLane(String(group), node);
    return lane.busyFor() > LATE_MILLISECONDS ? namedLane(`${group} late`, node) : lane;
  };

  const sideOf = (website: number, node: number): Side => {
    const known = sides.get(website);
    if (known) return known;
    const side = { lane: createLane(node, true), pending: 0 };
    sides.set(website, side);
    return side;
  };

  const submitToSide = async (item: BatchItem, node: number, deadline: number): Promise<Outcome> => {
    const website = websiteOf(item);
    const side = sideOf(website, node);
    side.pending += 1;
    try {
      const result = await side.lane.submit(item, deadline);
      if (result === BUSY) throw unavailable('The website is busy.', { retryAfterSeconds: 2 });
      return result;
    } finally {
      side.pending -= 1;
      if (side.pending === 0) sides.delete(website);
    }
  };

  const placed = async (website: number): Promise<Placement> => {
    try {
      return await placeOf(website);
    } catch (error) {
      if (!isTransient(error)) throw error;
      throw unavailable('Events cannot be stored at the moment.', { retryAfterSeconds: 2, cause: error });
    }
  };

  const route = async (item: BatchItem, deadline: number): Promise<Outcome> => {
    const website = websiteOf(item);
    const place = await placed(website);
    if (sides.has(website)) return submitToSide(item, place.node, deadline);
    const result = await laneOf(place).submit(item, deadline);
    return result === BUSY ? submitToSide(item, place.node, deadline) : result;
  };

  return {
    async submit(item, deadline) {
      if (isClosing || pending.size >= maxQueue)
        throw unavailable('Too many events are waiting to be stored.', { retryAfterSeconds: 2 });
      const work = route(item, deadline);
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    get depth() {
      return pending.size;
    },
    async close() {
      isClosing = true;
      await Promise.allSettled(pending);
    },
  };
};
