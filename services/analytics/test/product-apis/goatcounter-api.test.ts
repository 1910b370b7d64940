import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

/** What GoatCounter's reference of its API shows. */
describe('GoatCounter’s interface for statistics', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: 'UTC' });
    const at = (time: string, session: string, path: string, more: object = {}) => ({
      path,
      session,
      created_at: `2024-03-${time}:00Z`,
      ...more,
    });
    await request(platform.server)
      .post(`/c/${site.site_key}/api/v0/count`)
      .set('Authorization', platform.authorization)
      .send({
        hits: [
          at('13T10:05', '1', '/a', { title: 'A', ref: 'https://www.google.com/', size: [1920, 1080, 1] }),
          at('13T10:06', '1', '/b'),
          at('13T10:07', '1', 'signup', { event: true }),
          at('13T10:08', '1', '/a'),
          at('13T11:00', '2', '/a', { size: [390, 844, 3], query: 'utm_campaign=spring' }),
          at('14T09:00', '1', '/a'),
        ],
      })
      .expect(202);
  });
  afterAll(() => platform.stop());

  const call = (path: string, authorization = platform.authorization) =>
    request(platform.server).get(`/c/${site.site_key}/api/v0/${path}`).set('Authorization', authorization);
  const get = async (path: string) => {
    const { status, body } = await call(path);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const DAYS = 'start=2024-03-13&end=2024-03-14T12:00:00Z';

  it('tells the visitors of all pages and events, by day and hour', async () => {
    const { stats, ...sums } = await get(`stats/total?${DAYS}`);
    expect(sums).toEqual({ total: 5, total_events: 1, total_utc: 5 });
    expect(stats.map(({ day, daily }: { day: string; daily: number }) => [day, daily])).toEqual([
      ['2024-03-13', 4],
      ['2024-03-14', 1],
    ]);
    expect([stats[0].hourly.length, stats[0].hourly[10], stats[0].hourly[11]]).toEqual([24, 3, 1]);
    expect(await get('stats/total')).toMatchObject({ total: 0, total_events: 0 });
  });

  it('takes whole days of UTC for the days of the website', async () => {
    const far = await platform.createWebsite({ timezone: 'America/New_York' });
    await request(platform.server)
      .post(`/c/${far.site_key}/api/v0/count`)
      .set('Authorization', platform.authorization)
      .send({
        hits: ['06T15:00', '07T15:00', '08T15:00', '09T03:30'].map((time) => ({
          path: '/a',
          session: time,
          created_at: `2026-03-${time}:00Z`,
        })),
      })
      .expect(202);
    const of = async (start: string, end: string) => {
      const { body } = await request(platform.server)
        .get(`/c/${far.site_key}/api/v0/stats/total`)
        .query({ start, end })
        .set('Authorization', platform.authorization);
      return [body.total, body.stats.map(({ day }: { day: string }) => day)];
    };
    const one = [1, ['2026-03-07']];
    expect(await of('2026-03-07', '2026-03-07')).toEqual(one);
    expect(await of('2026-03-07T00:00:00Z', '2026-03-07T23:59:59Z')).toEqual(one);
    expect(await of('2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z')).toEqual(one);
    expect(await of('2026-03-06T00:00:00Z', '2026-03-08T00:00:00Z')).toEqual([
      2,
      ['2026-03-06', '2026-03-07'],
    ]);
    // The day of New York on which clocks went forward.
    expect(await of('2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z')).toEqual([2, ['2026-03-08']]);
  });

  it('tells pages and events, those with the most visitors first', async () => {
    const { hits, ...rest } = await get(`stats/hits?${DAYS}&limit=2`);
    expect(rest).toEqual({ total: 4, more: true });
    expect(hits[0]).toMatchObject({ path: '/a', count: 3, title: 'A', event: false, max: 1 });
    expect(hits[0].stats.map(({ daily }: { daily: number }) => daily)).toEqual([2, 1]);
    const { path_id: id } = hits[0];
    const others = await get(`stats/hits?${DAYS}&exclude_paths=${id}&daily=true`);
    expect(others.hits.map(({ path, event, max }: Record<string, unknown>) => [path, event, max])).toEqual([
      ['/b', false, 1],
      ['signup', true, 1],
    ]);
    expect(await get(`stats/total?${DAYS}&include_paths=${id}`)).toMatchObject({ total: 3 });
    expect(await get(`stats/hits/${id}?${DAYS}`)).toEqual({
      refs: [
        { name: '', count: 2, ref_scheme: null },
        { name: 'google.com', count: 1, ref_scheme: 'h' },
      ],
      more: false,
    });
    expect((await call(`stats/hits/999?${DAYS}`)).status).toBe(404);
    const paths = await get('paths?limit=2');
    expect(paths.more).toBe(true);
    const [, last] = paths.paths;
    const next = await get(`paths?after=${last.id}`);
    expect([...paths.paths, ...next.paths].map(({ path }) => path).sort()).toEqual(['/a', '/b', 'signup']);
  });

  it('tells where visitors came from, and with what', async () => {
    expect(await get(`stats/sizes?${DAYS}`)).toEqual({
      stats: [
        { id: 'largephone', name: 'Large phones, small tablets', count: 1 },
        { id: 'desktop', name: 'Computer monitors', count: 1 },
      ],
      more: false,
    });
    expect((await get(`stats/campaigns?${DAYS}`)).stats).toEqual([
      { id: 'spring', name: 'spring', count: 1 },
    ]);
    expect((await get(`stats/toprefs?${DAYS}&limit=1`)).more).toBe(true);
    expect((await get(`stats/toprefs/google.com?${DAYS}`)).stats).toEqual([
      { id: '/a', name: '/a', count: 1 },
      { id: '/b', name: '/b', count: 1 },
    ]);
    expect((await call(`stats/nothing?${DAYS}`)).status).toBe(404);
  });

  it('is for those with a key of the website’s organisation, and says what it can’t read', async () => {
    expect((await get('me')).token.permissions).toEqual(['stats']);
    expect((await get('sites')).sites).toMatchObject([{ id: site.id, code: site.site_key }]);
    expect(
      (await call('stats/total', await platform.identity.bearer({ organisation: 'org_other' }))).status,
    ).toBe(404);
    expect(
      (await call('stats/total', await platform.identity.bearer({ scopes: ['palettes:read'] }))).status,
    ).toBe(403);
    expect((await request(platform.server).get(`/c/${site.site_key}/api/v0/me`)).status).toBe(401);
    const refused = await call('stats/total?start=soon');
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('start')]);
  });
});
