import request from 'supertest';

import { addDays, addMonths, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import type { LocalDay } from '../../src/calendar/local-day.ts';
import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import { createMonthSumsStore } from '../../src/stats/derived/month-sums-store.ts';
import { DERIVED_LOCK } from '../../src/stats/derived/settled-days.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneByDay } from '../noon-zone.ts';

const ZONE = zoneByDay('America/St_Johns', 'Australia/Adelaide');
const HOUR = 3_600_000;

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

/** First day of the month so many months before the present one. */
const monthsAgo = (count: number): LocalDay =>
  addMonths(`${localDay(ZONE, Date.now()).slice(0, 7)}-01`, -count);

const at = (day: LocalDay, hour = 12): number => startOfDay(ZONE, day) + hour * HOUR;

/** Hours after the end of a day, which is 23 or 25 hours long where clocks change. */
const afterEnd = (day: LocalDay, hours: number): number => at(addDays(day, 1), hours);

const ask = async (site: WebsiteJson, from: LocalDay, to: LocalDay, metric: string, dimension?: string) => {
  const answer = await request(platform.server)
    .post(`/api/v1/stats/${site.id}/query`)
    .set('Authorization', platform.authorization)
    .send({
      metrics: [metric],
      date_range: { from, to },
      ...(dimension === undefined ? {} : { dimensions: [dimension] }),
    });
  expect(answer.status).toBe(200);
  const rows = answer.body.data.rows as {
    dimensions: Record<string, string>;
    metrics: Record<string, number>;
  }[];
  return rows.map((row) => [row.dimensions[dimension ?? ''] ?? '', row.metrics[metric]]);
};

const sums = () => createMonthSumsStore(platform.db.database);
const siteOf = (site: WebsiteJson) => ({ id: site.id, timezone: ZONE });
const lateDaysOf = (site: WebsiteJson): Promise<Record<string, number>> =>
  platform.db
    .database('late_writes')
    .where({ website_id: site.id })
    .orderBy('day')
    .select<{ day: string; writes: string }[]>(platform.db.database.raw('day::text AS day'), 'writes')
    .then((rows) => Object.fromEntries(rows.map(({ day, writes }) => [day, Number(writes)])));

describe('late writes', () => {
  it('are recorded by day, but never for today and yesterday', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const present = localDay(ZONE, Date.now());
    await platform.backfill(site, [
      Date.now() - 60_000,
      at(addDays(present, -1), 0),
      afterEnd(addDays(present, -1), -0.1),
    ]);
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` });
    expect(await lateDaysOf(site)).toEqual({});

    const month = monthsAgo(2);
    await platform.backfill(site, [
      afterEnd(addDays(present, -2), -0.1),
      afterEnd(month, -0.1),
      afterEnd(month, 0.1),
    ]);
    // Events of one request may be written in several batches, each of which counts.
    const before = await lateDaysOf(site);
    // In a zone further east, to which the website may move, the visit may go on two days.
    const touched = [month, addDays(month, 1), addDays(month, 2)];
    expect(Object.keys(before).sort()).toEqual([...touched, addDays(present, -2)]);
    // One event is one batch. It changed the visit that began before midnight.
    await platform.backfill(site, [afterEnd(month, 0.2)]);
    expect(await lateDaysOf(site)).toEqual({
      ...before,
      ...Object.fromEntries(touched.map((day) => [day, (before[day] ?? 0) + 1])),
    });
  });

  it('show in the answers at once, even in months already summed up', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const [from, to] = [monthsAgo(3), addDays(monthsAgo(1), -1)];
    await platform.backfill(site, [at(addDays(from, 3)), at(addDays(from, 40))]);
    for (const month of [monthsAgo(3), monthsAgo(2)]) await sums().make(siteOf(site), month);
    expect(await sums().check(siteOf(site), [from, monthsAgo(2)])).toEqual({
      fresh: [from, monthsAgo(2)],
      stale: [],
    });
    expect(await ask(site, from, to, 'pageviews', 'page')).toEqual([['/', 2]]);
    expect(await ask(site, from, to, 'visits', 'browser')).toEqual([['Chrome', 2]]);

    await platform.backfill(site, [at(addDays(from, 5))], '/late');
    expect(await ask(site, from, to, 'pageviews', 'page')).toEqual([
      ['/', 2],
      ['/late', 1],
    ]);
    expect(await ask(site, from, to, 'visits', 'browser')).toEqual([['Chrome', 3]]);
    expect(await ask(site, from, to, 'visits')).toEqual([['', 3]]);

    // Another page view of the visit moves its exit and ends its bounce.
    await platform.backfill(site, [at(addDays(from, 3), 12.1)], '/exit');
    expect(await ask(site, from, to, 'visits', 'exit_page')).toEqual([
      ['/', 1],
      ['/late', 1],
      ['/exit', 1],
    ]);
    expect(await ask(site, from, to, 'bounce_rate')).toEqual([['', 0.6667]]);
  });

  it('leave no wrong sum valid for a month that was summed up meanwhile', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const month = monthsAgo(4);
    await platform.backfill(site, [at(month)]);
    const untrue = async () => {
      const { rows } = await platform.db.database.raw<{ rows: { summed: number; counted: number }[] }>(
        `SELECT (SELECT sum(pageviews)::int FROM month_sums_pages WHERE website_id = s.website_id AND month = s.month) AS summed,
           (SELECT sum(pageviews)::int FROM rollup_pages WHERE website_id = s.website_id AND day >= s.month AND day < s.month + interval '1 month') AS counted
         FROM month_sums s WHERE website_id = ? AND late_writes = (SELECT sum(writes) FROM late_writes l WHERE l.website_id = s.website_id)`,
        [site.id],
      );
      return rows.filter(({ summed, counted }) => summed !== counted);
    };
    for (let round = 0; round < 10; round += 1) {
      const times = Array.from({ length: 4 }, (_, index) => at(addDays(month, round + index)));
      await Promise.all([
        ...times.map((time, index) => platform.backfill(site, [time + round * HOUR], `/${index}`)),
        ...times.map(async () => {
          await sums().make(siteOf(site), month);
          expect(await untrue()).toEqual([]);
        }),
      ]);
    }
    await sums().make(siteOf(site), month);
    expect((await sums().check(siteOf(site), [month])).fresh).toEqual([month]);
    expect((await ask(site, month, addDays(monthsAgo(3), -1), 'pageviews'))[0]?.[1]).toBe(41);
  });

  it('are not covered by a sum with an older snapshot', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const month = monthsAgo(2);
    await platform.backfill(site, [at(month)]);
    await platform.db.database.transaction(async (late) => {
      const key = { website_id: site.id, day: month };
      await late('rollup_pages').where(key).increment('pageviews', 1);
      await late('late_writes').where(key).increment('writes', 1);
      await sums().make(siteOf(site), month);
      expect((await sums().check(siteOf(site), [month])).fresh).toEqual([month]);
    });
    expect((await sums().check(siteOf(site), [month])).stale).toEqual([month]);
  });
});

describe('retention', () => {
  it('keeps others from deriving anything from the days it removes', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const month = monthsAgo(2);
    await platform.backfill(site, [at(month)]);
    await platform.db.database.transaction(async (removal) => {
      await removal.raw('SELECT pg_advisory_xact_lock(?, ?)', [DERIVED_LOCK, site.id]);
      await sums().make(siteOf(site), month);
    });
    expect((await sums().check(siteOf(site), [month])).stale).toEqual([month]);
    await sums().make(siteOf(site), month);
    expect((await sums().check(siteOf(site), [month])).fresh).toEqual([month]);
  });

  it('also removes month sums and late writes', async () => {
    const site = await platform.createWebsite({ timezone: ZONE });
    const cut = addDays(monthsAgo(5), 14);
    const months = [7, 6, 5, 4].map(monthsAgo);
    await platform.backfill(
      site,
      months.map((month) => at(addDays(month, 10))),
    );
    for (const month of months) await sums().make(siteOf(site), month);
    expect((await sums().check(siteOf(site), months)).fresh).toEqual(months);

    const { database } = platform.db;
    await createMaintenanceStore(database).removeBefore([site.id], cut, ZONE);
    expect((await sums().check(siteOf(site), months)).fresh).toEqual([monthsAgo(4)]);
    const late = Object.keys(await lateDaysOf(site));
    // Noon also counts for the day before in the east, and for the day after in the west.
    expect(late).toContain(addDays(monthsAgo(4), 10));
    expect(late.filter((day) => day < cut)).toEqual([]);
    for (const table of ['month_sums', 'month_sums_pages', 'month_sums_values'])
      expect(
        await database(table).where({ website_id: site.id }).distinct(database.raw('month::text AS month')),
      ).toEqual([{ month: monthsAgo(4) }]);
    expect(await ask(site, monthsAgo(7), cut, 'pageviews', 'page')).toEqual([]);

    // The cut month counts from nothing again, and what comes late into it is seen.
    await sums().make(siteOf(site), monthsAgo(5));
    await platform.backfill(site, [at(addDays(cut, 2))]);
    expect(await ask(site, monthsAgo(5), addDays(monthsAgo(4), -1), 'pageviews', 'page')).toEqual([['/', 1]]);
  });
});
