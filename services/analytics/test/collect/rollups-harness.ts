import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import fc from 'fast-check';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createDictionary } from '../../src/collect/dictionary/dictionary.ts';
import type { Hit, HitKind } from '../../src/collect/hit.ts';
import { createBatchStore } from '../../src/collect/writing/batch-store.ts';
import type { BatchStore } from '../../src/collect/writing/batch-store.ts';
import { createBatchWriter } from '../../src/collect/writing/batch-writer.ts';
import type { BatchWriter } from '../../src/collect/writing/batch-writer.ts';
import { HIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { layoutOf } from '../layout.ts';

/** The dimensions of a hit about which nothing is known. */
export const NO_DIMENSIONS = Object.fromEntries(HIT_DIMENSIONS.map((id) => [id, ''])) as Hit['dimensions'];

/** On a cluster each batch takes several times as long. */
const isOnCluster = process.env['TEST_CITUS_URL'] !== undefined;

const CONNECTIONS = isOnCluster ? 3 : 1;

export const runs = (count: number): number => (isOnCluster ? Math.ceil(count / 10) : count);

/** A batch waits for the other writer. */
export const ALONE = { milliseconds: 30_000, isPatient: true, node: 0 };

/** Zones and moments with clock changes, offsets of 30 and 45 minutes, and the turn of a month. */
export const MOMENTS = [
  ['UTC', '2026-01-31T20:00:00Z'],
  ['Europe/Berlin', '2026-03-28T22:00:00Z'],
  ['Europe/Berlin', '2026-10-24T21:00:00Z'],
  ['America/New_York', '2026-11-01T03:00:00Z'],
  ['Asia/Kolkata', '2026-05-31T17:00:00Z'],
  ['Asia/Kathmandu', '2026-05-31T17:00:00Z'],
  ['America/St_Johns', '2026-03-08T02:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T12:00:00Z'],
  ['Pacific/Chatham', '2026-09-26T11:00:00Z'],
  ['Africa/Casablanca', '2026-02-14T22:00:00Z'],
] as const;

export interface Action {
  person: number;
  page: number;
  kind: HitKind;
  minute: number;
  browser: number;
}

export const action: fc.Arbitrary<Action> = fc.record({
  person: fc.integer({ min: 1, max: 4 }),
  page: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom<HitKind>('pageview', 'pageview', 'pageview', 'event', 'engagement'),
  minute: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 3_000 })),
  browser: fc.integer({ min: 0, max: 2 }),
});

export const MINUTE = 60_000;

export const VISITOR_DAY = 1_000_000n;

export const toHit = (
  siteId: number,
  timezone: string,
  start: number,
  { person, page, kind, minute, browser }: Action,
): Hit => {
  const ts = start + minute * MINUTE;
  const day = localDay(timezone, ts);
  const idOn = (date: string): string =>
    (BigInt(date.replaceAll('-', '')) * VISITOR_DAY + BigInt(person)).toString();
  const isAfterMidnight = localDay(timezone, ts - 30 * MINUTE) !== day;
  const isBeforeMidnight = localDay(timezone, ts + 30 * MINUTE) !== day;
  const name = kind === 'event' ? `Event ${page}` : '';
  return {
    site: { id: siteId, timezone },
    ts,
    day,
    visitor: idOn(day),
    previousVisitor: isAfterMidnight ? idOn(addDays(day, -1)) : null,
    nextVisitor: isBeforeMidnight ? idOn(addDays(day, 1)) : null,
    kind,
    page: page === 0 && kind === 'event' ? '' : `/${page}`,
    title: '',
    name,
    props: '{}',
    engagedMs: kind === 'engagement' ? 1_000 + page : 0,
    scroll: kind === 'engagement' ? 10 : 0,
    // Every third of the pages has an event that its visitor did nothing for.
    isDepthOfView: false,
    isPassive: kind === 'event' && page % 3 === 0,
    opensVisit: false,
    dimensions: {
      ...NO_DIMENSIONS,
      channel: 'Direct',
      country: `C${person % 2}`,
      os: 'Linux',
      device: 'desktop',
      browser: browser === 0 ? '' : `Browser ${browser}`,
    },
    eventId: null,
  };
};

export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Two instances of the writer on one database, for the suite that calls this. */
export const useWriters = () => {
  let db: TestDatabase;
  let stores: BatchStore[];
  let writers: BatchWriter[];

  beforeAll(async () => {
    db = await createTestDatabase({
      schema: 'analytics',
      migrations: new URL('../../migrations/', import.meta.url),
    });
    // Two instances of the service, each with caches and a connection of its own.
    stores = [0, 1].map(() =>
      createBatchStore({
        url: db.url,
        schema: 'analytics',
        connections: CONNECTIONS,
        isDistributed: layoutOf(db.database),
      }),
    );
    writers = stores.map((store) =>
      createBatchWriter({
        store,
        dictionary: createDictionary(createDictionaryStore(db.database, layoutOf(db.database))),
        partitions: createPartitionsStore(db.database),
      }),
    );
  });

  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await db.drop();
  });

  let lastSite = 0;

  /** The number of a website that no test has used. */
  const nextSite = (): number => (lastSite += 1);

  return { db: () => db, writers: () => writers, nextSite };
};
