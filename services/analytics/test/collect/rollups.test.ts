import { cases } from '@platform/testing';
import fc from 'fast-check';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createDictionary } from '../../src/collect/dictionary/dictionary.ts';
import type { Hit } from '../../src/collect/hit.ts';
import { layoutOf } from '../layout.ts';
import { readRollups, recount } from './recount.ts';
import {
  MOMENTS,
  action,
  toHit,
  chunks,
  ALONE,
  runs,
  VISITOR_DAY,
  MINUTE,
  useWriters,
} from './rollups-harness.ts';
import type { Action } from './rollups-harness.ts';

const { db, writers, nextSite } = useWriters();

describe('rollups', () => {
  it('equal a recount, whatever the order and batches of the events, with two instances writing at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MOMENTS),
        fc.array(action, { minLength: 1, maxLength: 120, size: 'max' }),
        fc.integer({ min: 1, max: 25 }),
        async ([timezone, start], actions, size) => {
          const siteId = nextSite();
          const hits = actions.map((item) => toHit(siteId, timezone, Date.parse(start), item));
          const outcomes = await Promise.all(
            chunks(hits, size).map((batch, index) =>
              writers()[index % 2]!.write(
                batch.map((hit) => ({ hit })),
                ALONE,
              ),
            ),
          );
          expect(await readRollups(db().database, siteId)).toEqual(
            await recount(db().database, siteId, timezone),
          );

          // The flags agree with a count of distinct persons.
          const stored = hits.filter((hit) => hit.kind !== 'engagement');
          const visitors = new Set(stored.map(({ visitor }) => visitor)).size;
          const pageVisitors = new Set(
            stored.filter(({ kind }) => kind === 'pageview').map(({ visitor, page }) => `${visitor} ${page}`),
          ).size;
          const sums = await db().database.raw(
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
      { numRuns: cases(runs(40)), seed: 20_261_121, endOnFailure: true },
    );
  });

  it('have the visits that a plain implementation of the rules finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MOMENTS),
        fc.array(action, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 12 }),
        async ([timezone, start], actions, size) => {
          const siteId = nextSite();
          const hits = actions
            .filter(({ kind }) => kind !== 'engagement')
            .map((item) => toHit(siteId, timezone, Date.parse(start), item))
            .toSorted((a, b) => a.ts - b.ts);
          for (const [index, batch] of chunks(hits, size).entries())
            await writers()[index % 2]!.write(
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
          const { rows } = await db().database.raw<{ rows: { line: string }[] }>(
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
      { numRuns: cases(runs(40)), seed: 20_261_122, endOnFailure: true },
    );
  });
});

describe('rollups and the order of arrival', () => {
  it('are the same in whatever order the events arrive', async () => {
    const dictionary = createDictionary(createDictionaryStore(db().database, layoutOf(db().database)));
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
            const siteId = nextSite();
            const hits = actions
              .map((item) => toHit(siteId, timezone, Date.parse(start), item))
              .toSorted((a, b) => a.ts - b.ts);
            // Equal ids on both websites.
            await dictionary.code(hits);
            for (const [index, batch] of chunks(sent(hits), size).entries())
              await writers()[index % 2]!.write(
                batch.map((hit) => ({ hit })),
                ALONE,
              );
            const sums = await readRollups(db().database, siteId);
            expect(sums).toEqual(await recount(db().database, siteId, timezone));
            const { rows: visits } = await db().database.raw<{ rows: object[] }>(
              `SELECT visitor_id, started_at, last_at, pageviews, events, first_today, entry_page_id,
                 exit_page_id, country_id, browser_id
               FROM visits WHERE website_id = ? ORDER BY visitor_id, started_at`,
              [siteId],
            );
            const { rows: events } = await db().database.raw<{ rows: object[] }>(
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
      { numRuns: cases(runs(60)), seed: 20_261_122, endOnFailure: true },
    );
  });

  it.each([
    ['whose visit turns out to have begun the day before', [72, 137], 45],
    ['of the moment at which its visit began', [72, 72], 70],
  ])('keep engagement %s', async (_, [view, engagement], late) => {
    const siteId = nextSite();
    const start = Date.parse('2026-06-01T23:00:00Z');
    const send = async (...actions: Pick<Action, 'kind' | 'minute'>[]) => {
      const hits = actions.map((item) =>
        toHit(siteId, 'UTC', start, { person: 1, page: 1, browser: 1, ...item }),
      );
      const items = hits.map((hit) => ({ hit }));
      expect(await writers()[0]!.write(items, ALONE)).toEqual(items.map(() => 'stored'));
    };
    await send({ kind: 'engagement', minute: engagement! }, { kind: 'pageview', minute: view! });
    await send({ kind: 'pageview', minute: late });
    const { rows } = await db().database.raw<{ rows: object[] }>(
      `SELECT count(*)::int AS events, sum(e.engaged_ms)::int AS engaged, count(DISTINCT v.visit_id)::int AS visits
       FROM events e JOIN visits v USING (website_id, visit_id) WHERE website_id = ?`,
      [siteId],
    );
    expect(rows).toEqual([{ events: 3, engaged: 1_001, visits: 1 }]);
    expect(await readRollups(db().database, siteId)).toEqual(await recount(db().database, siteId, 'UTC'));
  });

  it('are right for 60 visits of 5 views when the newest arrive first', async () => {
    const siteId = nextSite();
    const start = Date.parse('2026-06-01T00:00:00Z');
    const hits = Array.from({ length: 300 }, (_, index) => {
      const minute = Math.floor(index / 5) * 20 + (index % 5) * 10;
      const person = Math.floor(index / 5);
      return toHit(siteId, 'UTC', start, { person, page: index % 4, kind: 'pageview', minute, browser: 1 });
    });
    const newestFirst = hits.toSorted((a, b) => b.ts - a.ts);
    for (const batch of chunks(newestFirst, 5))
      await writers()[0]!.write(
        batch.map((hit) => ({ hit })),
        ALONE,
      );
    const { rows } = await db().database.raw<{ rows: object[] }>(
      `SELECT sum(visits)::int AS visits, sum(bounces)::int AS bounces, sum(duration_s)::int AS seconds
       FROM rollup_quarters WHERE website_id = ?`,
      [siteId],
    );
    expect(rows).toEqual([{ visits: 60, bounces: 0, seconds: 60 * 2_400 }]);
    expect(await readRollups(db().database, siteId)).toEqual(await recount(db().database, siteId, 'UTC'));
  });

  describe('of somebody whose days can’t all be written anew', () => {
    const send = async (hits: readonly Hit[]): Promise<void> => {
      for (const batch of chunks(hits, 1_000))
        await writers()[0]!.write(
          batch.map((hit) => ({ hit })),
          ALONE,
        );
    };
    const viewOn = (siteId: number, start: number, ts: number, person = 1): Hit =>
      toHit(siteId, 'UTC', start, {
        person,
        page: 1,
        kind: 'pageview',
        minute: (ts - start) / MINUTE,
        browser: 1,
      });
    const visitsOf = async (siteId: number): Promise<readonly string[]> => {
      const { rows } = await db().database.raw<{ rows: { visit_id: string }[] }>(
        'SELECT visit_id FROM visits WHERE website_id = ? ORDER BY started_at, visitor_id',
        [siteId],
      );
      return rows.map(({ visit_id: id }) => id);
    };

    it('are added to what is there, and to nobody else’s', async () => {
      const siteId = nextSite();
      const start = Date.parse('2026-06-01T00:00:00Z');
      const at = (seconds: number, person?: number): Hit =>
        viewOn(siteId, start, start + seconds * 1_000, person);
      await send(Array.from({ length: 5_100 }, (_, index) => at(60 + index * 10)));
      await send([at(7_200, 2)]);
      const before = await visitsOf(siteId);
      await send([at(65), at(0), at(6_000, 2)]);
      const after = await visitsOf(siteId);
      // The visit of the second person is another one now, as it began sooner.
      expect(after.filter((id) => !before.includes(id))).toHaveLength(1);
      expect([before.length, after.length]).toEqual([2, 2]);
      const { rows } = await db().database.raw<{ rows: object[] }>(
        'SELECT sum(pageviews)::int AS pageviews, sum(visitors)::int AS visitors FROM rollup_quarters WHERE website_id = ?',
        [siteId],
      );
      expect(rows).toEqual([{ pageviews: 5_104, visitors: 2 }]);
      expect(await readRollups(db().database, siteId)).toEqual(await recount(db().database, siteId, 'UTC'));
    });

    it('are added where a visit went on at each midnight of three months', async () => {
      const siteId = nextSite();
      const start = Date.parse('2026-04-01T23:50:00Z');
      const midnights = Array.from({ length: 90 }, (_, index) => start + index * 24 * 60 * MINUTE);
      await send(midnights.flatMap((ts) => [ts, ts + 20 * MINUTE].map((at) => viewOn(siteId, start, at))));
      const before = await visitsOf(siteId);
      await send([viewOn(siteId, start, midnights[45]! + 5 * MINUTE)]);
      expect(await visitsOf(siteId)).toEqual(before);
      expect(await readRollups(db().database, siteId)).toEqual(await recount(db().database, siteId, 'UTC'));
    });
  });
});

describe('a server that compiles plans', () => {
  // Existing connections keep their setting.
  const own = useWriters();

  // A cluster takes no trigger on a distributed table.
  (process.env['TEST_CITUS_URL'] === undefined ? it : it.skip)(
    'hits are stored without compiling plans, whatever the server does by default',
    async () => {
      const { database } = own.db();
      const name = new URL(own.db().url).pathname.slice(1);
      await database.raw(`
      ALTER ROLE CURRENT_USER IN DATABASE ${name} SET jit = on;
      CREATE TABLE settings_seen (jit text);
      CREATE FUNCTION see_settings() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO settings_seen VALUES (current_setting('jit')); RETURN NULL; END $$;
      CREATE TRIGGER see AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION see_settings();
    `);
      const [timezone, start] = MOMENTS[0];
      const action = { person: 1, page: 0, kind: 'pageview', minute: 1, browser: 0 } as const;
      await own
        .writers()[0]!
        .write([{ hit: toHit(own.nextSite(), timezone, Date.parse(start), action) }], ALONE);
      expect(await database('settings_seen').select()).toEqual([{ jit: 'off' }]);
    },
  );
});
