import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import fc from 'fast-check';

import { addDays } from '../../src/calendar/local-day.ts';
import { localDay } from '../../src/calendar/zone-day.ts';
import { createBatchStore } from '../../src/collect/writing/batch-store.ts';
import type { BatchStore } from '../../src/collect/writing/batch-store.ts';
import { createBatchWriter } from '../../src/collect/writing/batch-writer.ts';
import type { BatchWriter } from '../../src/collect/writing/batch-writer.ts';
import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createDictionary } from '../../src/collect/dictionary/dictionary.ts';
import type { Hit, HitKind } from '../../src/collect/intake/hit.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { readRollups, recount } from './recount.ts';
import { layoutOf } from '../layout.ts';

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

/** On a cluster each batch takes several times as long. */
const isOnCluster = process.env['TEST_CITUS_URL'] !== undefined;
const CONNECTIONS = isOnCluster ? 3 : 1;
const runs = (count: number): number => (isOnCluster ? Math.ceil(count / 10) : count);

/** A batch waits for the other writer. */
const ALONE = { milliseconds: 30_000, isPatient: true, node: 0 };

/** Zones and moments with clock changes, offsets of 30 and 45 minutes, and the turn of a month. */
const MOMENTS = [
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

interface Action {
  person: number;
  page: number;
  kind: HitKind;
  minute: number;
  browser: number;
}

const action: fc.Arbitrary<Action> = fc.record({
  person: fc.integer({ min: 1, max: 4 }),
  page: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom<HitKind>('pageview', 'pageview', 'pageview', 'event', 'engagement'),
  minute: fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 3_000 })),
  browser: fc.integer({ min: 0, max: 2 }),
});

const MINUTE = 60_000;
const VISITOR_DAY = 1_000_000n;

const toHit = (
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
    dimensions: {
      referrer: '',
      channel: 'Direct',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
      utm_term: '',
      utm_content: '',
      country: `C${person % 2}`,
      region: '',
      city: '',
      os: 'Linux',
      device: 'desktop',
      language: '',
      screen: '',
      browser: browser === 0 ? '' : `Browser ${browser}`,
    },
    eventId: null,
  };
};

let lastSite = 0;

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

describe('rollups', () => {
  it('equal a recount, whatever the order and batches of the events, with two instances writing at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MOMENTS),
        fc.array(action, { minLength: 1, maxLength: 120, size: 'max' }),
        fc.integer({ min: 1, max: 25 }),
        async ([timezone, start], actions, size) => {
          const siteId = ++lastSite;
          const hits = actions.map((item) => toHit(siteId, timezone, Date.parse(start), item));
          const outcomes = await Promise.all(
            chunks(hits, size).map((batch, index) =>
              writers[index % 2]!.write(
                batch.map((hit) => ({ hit })),
                ALONE,
              ),
            ),
          );
          expect(await readRollups(db.database, siteId)).toEqual(
            await recount(db.database, siteId, timezone),
          );

          // What the flags say is what a count of distinct persons says.
          const stored = hits.filter((hit) => hit.kind !== 'engagement');
          const visitors = new Set(stored.map(({ visitor }) => visitor)).size;
          const pageVisitors = new Set(
            stored.filter(({ kind }) => kind === 'pageview').map(({ visitor, page }) => `${visitor} ${page}`),
          ).size;
          const sums = await db.database.raw(
            `SELECT (SELECT coalesce(sum(visitors), 0) FROM rollup_quarters WHERE website_id = :id) AS visitors,
               (SELECT coalesce(sum(visitors), 0) FROM rollup_pages WHERE website_id = :id) AS page_visitors,
               (SELECT count(*) FROM events WHERE website_id = :id) AS events,
               (SELECT coalesce(sum(count), 0) FROM drops WHERE website_id = :id) AS drops`,
            { id: siteId },
          );
          const { rows } = sums as { rows: Record<string, string>[] };
          const count = outcomes.flat().filter((outcome) => outcome === 'stored').length;
          expect(rows[0]).toEqual({
            visitors: String(visitors),
            page_visitors: String(pageVisitors),
            events: String(count),
            drops: String(hits.length - count),
          });
        },
      ),
      { numRuns: runs(40), seed: 20_261_121, endOnFailure: true },
    );
  }, 120_000);

  it('have the visits that a plain implementation of the rules finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MOMENTS),
        fc.array(action, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 12 }),
        async ([timezone, start], actions, size) => {
          const siteId = ++lastSite;
          const hits = actions
            .filter(({ kind }) => kind !== 'engagement')
            .map((item) => toHit(siteId, timezone, Date.parse(start), item))
            .toSorted((a, b) => a.ts - b.ts);
          for (const [index, batch] of chunks(hits, size).entries())
            await writers[index % 2]!.write(
              batch.map((hit) => ({ hit })),
              ALONE,
            );

          // One person's events, cut where 30 minutes pass without any; midnight cuts nothing.
          const expected: string[] = [];
          for (const person of [1, 2, 3, 4]) {
            const own = hits.filter(({ visitor }) => BigInt(visitor) % VISITOR_DAY === BigInt(person));
            let visit: Hit[] = [];
            const close = () => {
              const [first, last] = [visit[0], visit.at(-1)];
              if (!first || !last) return;
              const views = visit.filter(({ kind }) => kind === 'pageview');
              const exit = views.at(-1)?.page ?? first.page;
              const counts = `${views.length} ${visit.length - views.length}`;
              expected.push(`${first.ts} ${last.ts} ${counts} ${first.page} ${exit}`);
            };
            for (const hit of own) {
              const previous = visit.at(-1);
              if (previous && hit.ts - previous.ts > 30 * MINUTE) {
                close();
                visit = [];
              }
              visit.push(hit);
            }
            close();
          }
          const { rows } = await db.database.raw<{ rows: { line: string }[] }>(
            `SELECT concat_ws(' ', (extract(epoch FROM started_at) * 1000)::bigint, (extract(epoch FROM last_at) * 1000)::bigint,
               pageviews, v.events, coalesce(entry.value, ''), coalesce(exit.value, '')) AS line
             FROM visits v
             LEFT JOIN dictionary entry ON entry.website_id = v.website_id AND entry.id = entry_page_id
             LEFT JOIN dictionary exit ON exit.website_id = v.website_id AND exit.id = exit_page_id
             WHERE v.website_id = ?`,
            [siteId],
          );
          expect(rows.map(({ line }) => line).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: runs(40), seed: 20_261_122, endOnFailure: true },
    );
  }, 120_000);

  it('are the same in whatever order the events arrive', async () => {
    const dictionary = createDictionary(createDictionaryStore(db.database, layoutOf(db.database)));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MOMENTS),
        fc.uniqueArray(
          action.filter(({ kind }) => kind !== 'engagement'),
          { minLength: 2, maxLength: 60, size: 'max', selector: ({ minute }) => minute },
        ),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async ([timezone, start], actions, size, isReversed) => {
          const read = async (sent: (hits: readonly Hit[]) => readonly Hit[]) => {
            const siteId = ++lastSite;
            const hits = actions
              .map((item) => toHit(siteId, timezone, Date.parse(start), item))
              .toSorted((a, b) => a.ts - b.ts);
            // Equal ids on both websites.
            await dictionary.code(hits);
            for (const [index, batch] of chunks(sent(hits), size).entries())
              await writers[index % 2]!.write(
                batch.map((hit) => ({ hit })),
                ALONE,
              );
            const sums = await readRollups(db.database, siteId);
            expect(sums).toEqual(await recount(db.database, siteId, timezone));
            const { rows: visits } = await db.database.raw<{ rows: object[] }>(
              `SELECT visitor_id, started_at, last_at, pageviews, events, first_today, entry_page_id,
                 exit_page_id, country_id, browser_id
               FROM visits WHERE website_id = ? ORDER BY visitor_id, started_at`,
              [siteId],
            );
            const { rows: events } = await db.database.raw<{ rows: object[] }>(
              `SELECT e.ts, e.kind, e.flags, e.page_id, e.name_id, v.started_at
               FROM events e JOIN visits v USING (website_id, visit_id) WHERE website_id = ? ORDER BY e.ts`,
              [siteId],
            );
            return { sums, visits, events };
          };
          const shuffled = (hits: readonly Hit[]): readonly Hit[] =>
            isReversed ? hits.toReversed() : hits.toSorted((a, b) => order(a) - order(b));
          // A fixed shuffle: by a hash of the minute.
          const order = ({ ts }: Hit): number => Number((BigInt(ts / MINUTE) * 2_654_435_761n) % 65_521n);
          expect(await read(shuffled)).toEqual(await read((hits) => hits));
        },
      ),
      { numRuns: runs(60), seed: 20_261_122, endOnFailure: true },
    );
  }, 180_000);

  it.each([
    ['whose visit turns out to have begun the day before', [72, 137], 45],
    ['of the moment at which its visit began', [72, 72], 70],
  ])('keep engagement %s', async (_, [view, engagement], late) => {
    const siteId = ++lastSite;
    const start = Date.parse('2026-06-01T23:00:00Z');
    const send = async (...actions: Pick<Action, 'kind' | 'minute'>[]) => {
      const hits = actions.map((item) =>
        toHit(siteId, 'UTC', start, { person: 1, page: 1, browser: 1, ...item }),
      );
      const items = hits.map((hit) => ({ hit }));
      expect(await writers[0]!.write(items, ALONE)).toEqual(items.map(() => 'stored'));
    };
    await send({ kind: 'engagement', minute: engagement! }, { kind: 'pageview', minute: view! });
    await send({ kind: 'pageview', minute: late });
    const { rows } = await db.database.raw<{ rows: object[] }>(
      `SELECT count(*)::int AS events, sum(e.engaged_ms)::int AS engaged, count(DISTINCT v.visit_id)::int AS visits
       FROM events e JOIN visits v USING (website_id, visit_id) WHERE website_id = ?`,
      [siteId],
    );
    expect(rows).toEqual([{ events: 3, engaged: 1_001, visits: 1 }]);
    expect(await readRollups(db.database, siteId)).toEqual(await recount(db.database, siteId, 'UTC'));
  });

  it('are right for 60 visits of 5 views when the newest arrive first', async () => {
    const siteId = ++lastSite;
    const start = Date.parse('2026-06-01T00:00:00Z');
    const hits = Array.from({ length: 300 }, (_, index) => {
      const minute = Math.floor(index / 5) * 20 + (index % 5) * 10;
      const person = Math.floor(index / 5);
      return toHit(siteId, 'UTC', start, { person, page: index % 4, kind: 'pageview', minute, browser: 1 });
    });
    const newestFirst = hits.toSorted((a, b) => b.ts - a.ts);
    for (const batch of chunks(newestFirst, 5))
      await writers[0]!.write(
        batch.map((hit) => ({ hit })),
        ALONE,
      );
    const { rows } = await db.database.raw<{ rows: object[] }>(
      `SELECT sum(visits)::int AS visits, sum(bounces)::int AS bounces, sum(duration_s)::int AS seconds
       FROM rollup_quarters WHERE website_id = ?`,
      [siteId],
    );
    expect(rows).toEqual([{ visits: 60, bounces: 0, seconds: 60 * 2_400 }]);
    expect(await readRollups(db.database, siteId)).toEqual(await recount(db.database, siteId, 'UTC'));
  });
});
