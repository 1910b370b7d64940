import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import fc from 'fast-check';

import { createBatchStore } from '../../src/collect/batch-store.ts';
import type { BatchStore } from '../../src/collect/batch-store.ts';
import { createBatchWriter } from '../../src/collect/batch-writer.ts';
import type { BatchWriter } from '../../src/collect/batch-writer.ts';
import { createDictionaryStore } from '../../src/collect/dictionary-store.ts';
import { createDictionary } from '../../src/collect/dictionary.ts';
import type { Hit, HitKind } from '../../src/collect/hit.ts';
import { dayBefore, localDay } from '../../src/collect/local-day.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { readRollups, recount } from './recount.ts';

let db: TestDatabase;
let stores: BatchStore[];
let writers: BatchWriter[];

beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  // Two instances of the service, each with caches and a connection of its own.
  stores = [0, 1].map(() => createBatchStore({ url: db.url, schema: 'analytics', connections: 1 }));
  writers = stores.map((store) =>
    createBatchWriter({
      store,
      dictionary: createDictionary(createDictionaryStore(db.database)),
      partitions: createPartitionsStore(db.database),
    }),
  );
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await db.drop();
});

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
  const isNearMidnight = localDay(timezone, ts - 30 * MINUTE) !== day;
  const name = kind === 'event' ? `Event ${page}` : '';
  return {
    site: { id: siteId, timezone },
    ts,
    day,
    visitor: idOn(day),
    previousVisitor: isNearMidnight ? idOn(dayBefore(day)) : null,
    kind,
    page: page === 0 && kind === 'event' ? '' : `/${page}`,
    title: '',
    name,
    props: '{}',
    engagedMs: kind === 'engagement' ? 1_000 + page : 0,
    scroll: kind === 'engagement' ? 10 : 0,
    dimensions: {
      ...{
        referrer: '',
        channel: 'Direct',
        utm_source: '',
        utm_medium: '',
        utm_campaign: '',
        utm_term: '',
        utm_content: '',
      },
      ...{
        country: `C${person % 2}`,
        region: '',
        city: '',
        os: 'Linux',
        device: 'desktop',
        language: '',
        screen: '',
      },
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
  it('equal a recount, in whatever order and batches events come, from two instances at once', async () => {
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
              writers[index % 2]!.write(batch.map((hit) => ({ hit }))),
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
      { numRuns: 40, seed: 20_261_121 },
    );
  }, 120_000);

  it('have the visits that a plain reading of the rules gives, when events come in order', async () => {
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
            await writers[index % 2]!.write(batch.map((hit) => ({ hit })));

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
      { numRuns: 40, seed: 20_261_122 },
    );
  }, 120_000);
});
