import { cases } from '@platform/testing';
import fc from 'fast-check';

import type { Hit } from '../../src/collect/intake/hit.ts';
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

          // What the flags say is what a count of distinct persons says.
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
