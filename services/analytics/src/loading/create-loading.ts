import { randomBytes } from 'node:crypto';

import type { Database } from '@platform/database';
import { createMetrics } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import { LRUCache } from 'lru-cache';

import { addDays, utcDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { createClusterStore, createPlacements } from '../cluster/cluster-store.ts';
import type { CollectService } from '../collect/collect-service.ts';
import { createCollect } from '../collect/create-collect.ts';
import type { Outcome } from '../collect/hit.ts';
import { destroy, PIECE } from '../collect/visitors/salt-ends-store.ts';
import type { SaltOfDay } from '../collect/visitors/salt-ends-store.ts';
import type { SaltCache } from '../collect/visitors/visitor-identity.ts';
import { BULK_TIMEOUTS } from '../collect/writing/writer-lanes.ts';
import { toServerHit } from '../events/events-service.ts';
import type { EventBody } from '../events/events-service.ts';
import { NOWHERE } from '../geo/geo-lookup.ts';
import type { Place } from '../geo/geo-lookup.ts';
import type { Website } from '../websites/website.ts';

interface PassingSalts extends SaltCache {
  /** Removes the salts of the days before `day` and returns whose they were. */
  takeBefore(day: LocalDay): readonly SaltOfDay[];
}

const SALT_BYTES = 16;

/**
 * Salts for traffic that is loaded in chronological order. They live in memory only: once the
 * traffic has passed a day, nothing more comes for it.
 */
const createPassingSalts = (): PassingSalts => {
  const days = new Map<LocalDay, Map<number, Buffer>>();
  return {
    get({ id }, day) {
      const ofDay = days.get(day) ?? new Map<number, Buffer>();
      days.set(day, ofDay);
      const salt = ofDay.get(id) ?? randomBytes(SALT_BYTES);
      ofDay.set(id, salt);
      return salt;
    },
    peek: ({ id }, day) => days.get(day)?.get(id) ?? null,
    takeBefore(day) {
      const passed = [...days].filter(([known]) => known < day);
      for (const [known] of passed) days.delete(known);
      return passed.flatMap(([known, ofDay]) =>
        [...ofDay.keys()].map((websiteId) => ({ websiteId, day: known, isLive: false })),
      );
    },
    forgetStale: () => undefined,
    // The database may have changed under the load, but not who the visitors were.
    forget: () => undefined,
  };
};

export interface LoadingDeps {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly findWebsite: (siteKey: string) => Promise<Website | undefined>;
}

export interface Loading {
  /**
   * Loads an organisation's past events, which must be in chronological order.
   * @param lines NDJSON; see `LoadedEvent`
   * @returns the number of events by outcome
   */
  load(organisation: string, lines: AsyncIterable<string>): Promise<Loaded>;
  close(): Promise<void>;
}

/** Batches of live traffic are smaller, because somebody is waiting for them. */
const MAX_BATCH = 5_000;
/** Nothing is refused: the load reads no further than it can write. */
const MAX_QUEUE = 100_000;
/** Number of addresses whose location is remembered: more than are in flight at once. */
const PLACES = 50_000;

/** After this, no day can have any more events. */
const AFTER_EVERYTHING = '9999-12-31';

/** Puts together the bulk loading of past traffic. */
export const createLoading = ({ database, databaseUrl, logger, findWebsite }: LoadingDeps): Loading => {
  const placements = createPlacements({ store: createClusterStore(database) });
  const salts = createPassingSalts();
  const places = new LRUCache<string, Place>({ max: PLACES });
  // The clock follows the traffic, as if each event were live.
  let clock = 0;
  const { collect, closing } = createCollect({
    database,
    databaseUrl,
    placements,
    logger,
    findWebsite,
    salts,
    geo: { find: (address) => places.get(address) ?? NOWHERE },
    metrics: createMetrics({ service: 'analytics-load', withProcess: false }),
    maxBatch: MAX_BATCH,
    maxQueue: MAX_QUEUE,
    timeouts: BULK_TIMEOUTS,
    now: () => clock,
  });

  const endDaysBefore = async (day: string): Promise<void> => {
    const passed = salts.takeBefore(day);
    const isDistributed = await placements.isDistributed();
    for (let from = 0; from < passed.length; from += PIECE)
      await destroy(database, passed.slice(from, from + PIECE), isDistributed);
  };

  return {
    async load(organisation, lines) {
      const loaded = await loadEvents(lines, {
        collect,
        organisation,
        announce({ time, ip, place }) {
          clock = Math.max(clock, Date.parse(time));
          if (ip && place) places.set(ip, place);
        },
        endDaysBefore,
      });
      await endDaysBefore(AFTER_EVERYTHING);
      return loaded;
    },
    async close() {
      for (const [, close] of closing) await close();
    },
  };
};

/**
 * A line of the load: an event as `POST /api/v1/events` takes it, plus what only browsers and the
 * geo database know.
 */
export interface LoadedEvent extends EventBody {
  readonly time: string;
  readonly place?: Place;
  /** For the event `engagement`: milliseconds, and percentage points. */
  readonly engaged_ms?: number;
  readonly scroll?: number;
}

export type Loaded = Readonly<Partial<Record<Outcome, number>>>;

export interface LoadEventsOptions {
  readonly collect: Pick<CollectService, 'fromServer'>;
  readonly organisation: string;
  /** Called for each event before it is collected. */
  readonly announce: (event: LoadedEvent) => void;
  /** Called when everything from before `day` has been written; nothing more will come for it. */
  readonly endDaysBefore: (day: LocalDay) => Promise<void>;
}

/** Events in flight to the tables at once; twice as many while the next are being read. */
const EVENTS_AT_ONCE = 10_000;

/** Nothing here answers a client. */
const NO_DEADLINE = Number.MAX_SAFE_INTEGER;

/** Visits may continue after midnight, and the websites' days end at different times. */
const DAYS_KEPT = 2;

const pieces = async function* (
  lines: AsyncIterable<string>,
): AsyncGenerator<readonly LoadedEvent[], void, undefined> {
  let piece: LoadedEvent[] = [];
  for await (const line of lines) {
    piece.push(JSON.parse(line) as LoadedEvent);
    if (piece.length < EVENTS_AT_ONCE) continue;
    yield piece;
    piece = [];
  }
  yield piece;
};

/**
 * Sends the events of a file through the same pipeline and writer as everything else.
 * @param lines NDJSON in chronological order
 * @returns how many events had which outcome
 */
export const loadEvents = async (
  lines: AsyncIterable<string>,
  { collect, organisation, announce, endDaysBefore }: LoadEventsOptions,
): Promise<Loaded> => {
  const outcomes = new Map<Outcome, number>();

  const load = async (piece: readonly LoadedEvent[]): Promise<void> => {
    const settled = await Promise.all(
      piece.map((event) => {
        announce(event);
        const hit = toServerHit(event);
        const { engaged_ms: engagedMs = 0, scroll = 0 } = event;
        return collect.fromServer(
          { ...hit, body: { ...hit.body, engagedMs, scroll } },
          organisation,
          NO_DEADLINE,
        );
      }),
    );
    for (const outcome of settled) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };

  let writing = Promise.resolve();
  let endedBefore = '';
  for await (const piece of pieces(lines)) {
    await writing;
    const [first] = piece;
    const day = first && addDays(utcDay(Date.parse(first.time)), -DAYS_KEPT);
    if (day !== undefined && day > endedBefore) await endDaysBefore((endedBefore = day));
    writing = load(piece);
    // A failure is noticed when the next piece has been read.
    writing.catch(() => undefined);
  }
  await writing;
  return Object.fromEntries(outcomes);
};
