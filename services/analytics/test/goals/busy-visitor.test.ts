import { eventually } from '@platform/testing';
import request from 'supertest';

import { addDays } from '../../src/calendar/local-day.ts';
import { localDay, startOfDay } from '../../src/calendar/zone-day.ts';
import { addCounts } from '../../src/goals/days/add-counts.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const ZONE = 'Europe/Berlin';
/** More than JavaScript takes as arguments of one call. */
const VIEWS = 200_000;
const to = addDays(localDay(ZONE, Date.now()), -10);
const from = addDays(to, -1);
const midnight = startOfDay(ZONE, to);

describe('a visit over midnight with very many conversions', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: ZONE });
    await platform.backfill(site, [midnight - 60_000, midnight + 60_000]);
    await platform.db.database.raw(
      `INSERT INTO events (website_id, ts, visit_id, kind, flags, page_id, name_id, engaged_ms, scroll, props)
       SELECT website_id, ts + n * interval '100 microseconds', visit_id, kind, 0, page_id, name_id, 0, 0, props
       FROM events CROSS JOIN generate_series(1, ?) AS n WHERE website_id = ?`,
      [VIEWS / 2 - 1, site.id],
    );
  });
  afterAll(() => platform.stop());

  const send = async (method: 'get' | 'post', path: string, body?: object) => {
    const answer = await request(platform.server)
      [method](`/api/v1/websites/${site.id}${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);
    return { status: answer.status, data: answer.body.data };
  };
  const stored = () =>
    platform.db.database('goal_days').where({ website_id: site.id }).whereBetween('day', [from, to]);

  it('is counted from the events and from the days stored, which keep little of it', async () => {
    const page = { type: 'page', pattern: '*' };
    const { data: goal } = await send('post', '/goals', { name: 'All', ...page });
    await send('post', '/funnels', { name: 'Again', steps: [page, page, page] });
    const expectCounts = async () => {
      const range = `from=${from}&to=${to}`;
      expect(await send('get', `/goals/${goal.id}?${range}&interval=day`)).toMatchObject({
        status: 200,
        data: {
          conversions: VIEWS,
          converters: 1,
          periods: [
            { period: from, conversions: VIEWS / 2, converters: 1 },
            { period: to, conversions: VIEWS / 2, converters: 1 },
          ],
        },
      });
      const steps = [{ visitors: 1 }, { visitors: 1 }, { visitors: 1 }];
      expect(await send('get', `/funnels?${range}`)).toMatchObject({ status: 200, data: [{ steps }] });
    };
    await expectCounts();
    await eventually(async () => {
      expect(await stored()).toHaveLength(4);
    });
    await expectCounts();
    for (const { crossing } of await stored()) expect(crossing.length).toBeLessThan(10);
  });
});

describe('days that an older version stored', () => {
  it('add up, although they list each conversion of such a visit', () => {
    const rule = {
      type: 'page',
      pattern: '*',
      threshold: null,
      property: null,
      propertyValue: null,
    } as const;
    const crossing = Array.from({ length: VIEWS }, (_, at) => ({
      visitor: '1',
      step: 0,
      at,
      place: '',
      views: 1,
      measured: null,
    }));
    const day = { conversions: 3, visitors: [2], crossing, revenue: [] };
    const next = { conversions: 0, visitors: [0], crossing: [{ ...crossing[0]!, at: VIEWS }], revenue: [] };
    expect(addCounts([rule], [day, next])).toEqual({ conversions: VIEWS + 4, visitors: [3], revenue: [] });
  });
});
