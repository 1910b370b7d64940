import request from 'supertest';

import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

const HOUR = 3_600_000;
const RANGE = { from: '2026-03-05', to: '2026-04-05' };
const LIMITS = [1, 2, 4, 8, 24];

describe('visitors who come back on the same day', () => {
  let platform: RunningAnalytics;
  const get = async (site: WebsiteJson | { id: number }, query: object = RANGE) =>
    request(platform.server)
      .get(`/api/v1/stats/${site.id}/returns`)
      .query(query)
      .set('Authorization', await platform.identity.bearer());

  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  it.each([
    ['all visits', {}, () => true],
    [
      'those that meet a filter',
      { filters: JSON.stringify([{ dimension: 'country', operator: 'is', values: ['DE'] }]) },
      (country: string) => country === 'DE',
    ],
  ])('equal a recount of %s', async (_, query, accepts) => {
    const zone = 'Europe/Berlin';
    const site = await platform.createWebsite({ timezone: zone });
    const traffic = randomTraffic({
      websiteId: site.id,
      zone,
      from: RANGE.from,
      days: 32,
      visits: 900,
      seed: 5,
    });
    await storeTraffic(platform.db.database, traffic);
    const visits = traffic.visits
      .filter(({ values }) => accepts(values['country'] ?? ''))
      .map(({ visitorId, startedAt, lastAt }) => ({ visitor: visitorId, start: startedAt, end: lastAt }))
      .filter(({ start }) => localDay(zone, start) >= RANGE.from && localDay(zone, start) <= RANGE.to)
      .sort((a, b) => a.start - b.start);
    const byVisitor = [...Map.groupBy(visits, ({ visitor }) => visitor).values()];
    const gaps = byVisitor.flatMap(([first, second]) =>
      first && second ? [(second.start - first.end) / HOUR] : [],
    );
    const { body } = await get(site, { ...RANGE, ...query });
    expect(body.data).toEqual({
      date_range: RANGE,
      visitors: byVisitor.length,
      returned: gaps.length,
      rate: Number((gaps.length / byVisitor.length).toFixed(4)),
      by_visits: [1, 2, 3, 4, 5].map((count) => ({
        visits: count,
        visitors: byVisitor.filter(({ length }) => Math.min(length, 5) === count).length,
      })),
      back_within: LIMITS.map((hours) => ({
        hours,
        visitors: gaps.filter((gap) => gap <= hours).length,
      })),
    });
    expect(gaps.length).toBeGreaterThan(0);
  });

  it('count somebody who comes on two days as two who don’t come back', async () => {
    const site = await platform.createWebsite({ timezone: 'UTC' });
    const today = localDay('UTC', Date.now());
    const noon = Date.parse(`${addDays(today, -2)}T12:00:00Z`);
    await platform.backfill(site, [noon, noon + 3 * HOUR, noon + 24 * HOUR]);
    const { body } = await get(site, { from: addDays(today, -2), to: today });
    expect(body.data).toMatchObject({ visitors: 2, returned: 1, rate: 0.5 });
    expect(body.data.back_within.map(({ visitors }: { visitors: number }) => visitors)).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });

  it('are none on a website without visits', async () => {
    const { status, body } = await get(await platform.createWebsite(), {});
    expect([status, body.data.visitors, body.data.rate]).toEqual([200, 0, null]);
  });

  it('refuse ranges of years, filters that name nothing, and websites of others', async () => {
    const site = await platform.createWebsite();
    await platform.backfill(site, [Date.now() - 3 * HOUR]);
    expect((await get(site, { from: '2026-04-05', to: '2026-04-01' })).status).toBe(422);
    const goal = JSON.stringify([{ dimension: 'goal', operator: 'is', values: ['None'] }]);
    expect((await get(site, { filters: goal })).status).toBe(422);
    expect((await get({ id: 999_999 }, {})).status).toBe(404);
    // Years without visits cost nothing.
    expect((await get(site, { from: '2000-01-01', to: '2026-12-31' })).status).toBe(200);
    await platform.db
      .database('rollup_quarters')
      .where({ website_id: site.id })
      .update({ bucket: new Date(Date.now() - 3 * 366 * 24 * HOUR) });
    const long = await get(site, { from: '2000-01-01', to: '2026-12-31' });
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['to']]);
  });
});
