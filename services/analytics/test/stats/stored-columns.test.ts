import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { spanOf } from '../../src/calendar/date-range.ts';
import { addDays, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import type { LocalDay } from '../../src/calendar/local-day.ts';
import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import type { Sum } from '../../src/metrics/metrics.ts';
import { createBlocksStore } from '../../src/stats/derived/columns/blocks-store.ts';
import { createDerivedKeeper } from '../../src/stats/derived/derived-keeper.ts';
import type { SumsRequest } from '../../src/stats/query/sums-request.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { maintenanceOn } from '../maintenance/maintenance-on.ts';
import { zoneByDay } from '../noon-zone.ts';

const ZONE = zoneByDay('Asia/Kathmandu', 'Pacific/Chatham');
const HOUR = 3_600_000;
const DAYS = 30;

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const present = localDay(ZONE, Date.now());
const first = addDays(present, -DAYS);
const at = (day: LocalDay, hour = 12): number => startOfDay(ZONE, day) + hour * HOUR;
const siteOf = (site: WebsiteJson, timezone = ZONE) => ({ id: site.id, timezone });
const blocks = () => createBlocksStore(platform.db.database);

/** Page views and visits by page under a filter, which no rollup can answer. */
const pagesOf = async (site: WebsiteJson) => {
  const answer = await request(platform.server)
    .post(`/api/v1/stats/${site.id}/query`)
    .set('Authorization', platform.authorization)
    .send({
      metrics: ['pageviews', 'visits'],
      dimensions: ['page'],
      date_range: { from: first, to: present },
      filters: [{ dimension: 'browser', operator: 'is', values: ['Chrome'] }],
    });
  expect(answer.status).toBe(200);
  const rows = answer.body.data.rows as { dimensions: { page: string }; metrics: Record<string, number> }[];
  return Object.fromEntries(
    rows.map(({ dimensions, metrics }) => [dimensions.page, [metrics['pageviews'], metrics['visits']]]),
  );
};

const storedDays = async (site: WebsiteJson, timezone = ZONE) =>
  (await blocks().stored(siteOf(site, timezone), { from: first, to: present })).map(({ day }) => day);

/** A website with a page view a day, whose settled days are stored as columns. */
const storedSite = async () => {
  const site = await platform.createWebsite({ timezone: ZONE });
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(first, index));
  await platform.backfill(site, [...days.slice(0, -1).map((day) => at(day)), Date.now() - 60_000]);
  const settled = days.filter((day) => day <= addDays(present, -3));
  for (const day of settled) await blocks().make(siteOf(site), day);
  expect(await storedDays(site)).toEqual(settled);
  expect(await pagesOf(site)).toEqual({ '/': [DAYS + 1, DAYS + 1] });
  return { site, settled };
};

describe('columns of settled days', () => {
  it('are used: data found only in them is answered', async () => {
    const { site } = await storedSite();
    await platform.db
      .database('events')
      .where({ website_id: site.id })
      .where('ts', '<', new Date(at(addDays(present, -2), 0)))
      .delete();
    expect(await pagesOf(site)).toEqual({ '/': [DAYS + 1, DAYS + 1] });
  });

  it('are ignored after a late write until they are made again', async () => {
    const { site, settled } = await storedSite();
    const day = settled[5]!;
    await platform.backfill(site, [at(day, 15), at(addDays(day, 3), 23.9)], '/late');
    // A visit may go on after midnight, and in another zone it began a day earlier or goes on a day
    // later. The page view just before midnight also settles the visits of the days around it again,
    // under new ids. The first of them began at noon, which in the west is still the day before.
    const doubtful = [-1, 0, 1, 2, 3, 4, 5].map((offset) => addDays(day, offset));
    expect(await storedDays(site)).toEqual(settled.filter((other) => !doubtful.includes(other)));
    const expected = { '/': [DAYS + 1, DAYS + 1], '/late': [2, 2] };
    expect(await pagesOf(site)).toEqual(expected);
    // The question before has begun it in the background, where one does it at a time.
    await eventually(async () => {
      for (const again of doubtful) await blocks().make(siteOf(site), again);
      expect(await storedDays(site)).toEqual(settled);
    });
    expect(await pagesOf(site)).toEqual(expected);
  });

  it('are ignored when their snapshot is older than a late write', async () => {
    const { site, settled } = await storedSite();
    const day = settled[0]!;
    await platform.backfill(site, [at(day, 15)], '/late');
    await platform.db.database.transaction(async (late) => {
      const key = { website_id: site.id, day };
      await late('late_writes').where(key).increment('writes', 1);
      await blocks().make(siteOf(site), day);
      expect(await storedDays(site)).toContain(day);
    });
    expect(await storedDays(site)).not.toContain(day);
  });

  it('hold the days of a single time zone', async () => {
    const { site, settled } = await storedSite();
    expect(await storedDays(site, 'UTC')).toEqual([]);
    await blocks().make(siteOf(site, 'UTC'), settled[0]!);
    expect(await storedDays(site, 'UTC')).toEqual([settled[0]]);
    expect(await storedDays(site)).toEqual(settled.slice(1));
  });

  it('are deleted by retention, and with the website', async () => {
    const { site, settled } = await storedSite();
    const { database } = platform.db;
    const cut = settled[10]!;
    const store = createMaintenanceStore(database);
    await store.removeBefore([site.id], cut, ZONE);
    // Visits of the day before may go on on the first day that is left: it is made again without
    // them.
    expect(await storedDays(site)).toEqual(settled.slice(11));
    expect(await pagesOf(site)).toEqual({ '/': [DAYS + 1 - 10, DAYS + 1 - 10] });

    await request(platform.server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .expect(200);
    await maintenanceOn(platform.db).sweep();
    expect(await database('column_blocks').where({ website_id: site.id })).toEqual([]);
  });

  it('are made for the days that a slow question lacked, and answer the next one', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    await platform.backfill(site, [at(first), at(addDays(present, -10)), at(addDays(present, -2))]);
    const { database } = platform.db;
    const keeper = createDerivedKeeper({
      store: blocks(),
      what: 'columns of a day',
      logger: silentLogger(),
    });
    const asked: (readonly LocalDay[])[] = [];
    const storeThat = (slowMs: number) =>
      createStatsStore(database, {
        slowMs,
        onMissingDays: (of, days) => {
          asked.push(days);
          keeper.order(of, days);
        },
      });
    const range = { from: addDays(first, -20), to: present };
    const question: SumsRequest = {
      site: siteOf(site),
      range,
      span: spanOf(range, ZONE),
      groupBy: [],
      buckets: undefined,
      filter: { dimension: 'device', operator: 'is', values: ['desktop'] },
      sums: new Set<Sum>(['visits']),
    };
    const visits = async (slowMs: number) =>
      (await storeThat(slowMs).page(question, { sort: [], limit: 1, offset: 0 })).rows[0]?.sums.visits;

    expect(await visits(60_000)).toBe(3);
    expect(asked).toEqual([]);
    expect(await visits(0)).toBe(3);
    await keeper.idle();
    // From the first traffic on, and no day that isn't settled.
    const settled = Array.from({ length: DAYS - 2 }, (_, index) => addDays(first, index));
    expect(asked).toEqual([settled]);
    expect(await storedDays(site)).toEqual(settled);
    expect(await visits(0)).toBe(3);
    expect(asked).toHaveLength(1);

    // A day that has settled since is added, however fast the answer was.
    await database('column_blocks')
      .where({ website_id: site.id, day: settled.at(-1) })
      .delete();
    expect(await visits(60_000)).toBe(3);
    await keeper.idle();
    expect(asked.slice(1)).toEqual([[settled.at(-1)]]);
    expect(await storedDays(site)).toEqual(settled);
  });
});
