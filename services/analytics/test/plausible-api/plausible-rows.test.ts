import request from 'supertest';

import { addDays } from '../../src/calendar/local-day.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

/** Rows that Plausible has as well: its own tests show them. */
describe('rows as Plausible counts them', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  const DAY = '2024-03-13';

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: 'UTC' });
    const key = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/server-key`)
      .set('Authorization', platform.authorization);
    const matomo = (address: number, fields: object, minute = 0, agent = CHROME, day = DAY) => ({
      idsite: 1,
      rec: 1,
      cip: `198.51.100.${address}`,
      ua: agent,
      cdt: `${day} 10:${String(minute).padStart(2, '0')}:00`,
      ...fields,
    });
    const url = (path: string) => `https://${site.domain}${path}`;
    const answer = await request(platform.server)
      .post(`/c/${key.body.data.server_key}/matomo.php`)
      .send({
        requests: [
          matomo(1, { url: url('/a?utm_source=news&utm_medium=email'), dimension1: 'Uku' }),
          matomo(2, { url: url('/b'), dimension1: 'Uku' }),
          matomo(2, { url: url('/a'), dimension1: 'Marko' }, 5),
          matomo(3, { url: url('/b?utm_source=news') }, 0, 'Mozilla/5.0 (Foo; Bar) Thing/1.0'),
          matomo(
            3,
            { url: url('/b'), e_c: 'x', e_a: 'Buy', dimension1: 'Uku' },
            1,
            'Mozilla/5.0 (Foo; Bar) Thing/1.0',
          ),
          matomo(4, { url: url('/a') }, 0, FIREFOX),
          matomo(5, { url: url('/a') }, 0, FIREFOX, '2024-01-03'),
        ],
      });
    expect(answer.body).toMatchObject({ tracked: 7 });
  });
  afterAll(() => platform.stop());

  const rows = async (body: object) => {
    const answer = await request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({ site_id: site.domain, date_range: [DAY, DAY], ...body });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return (answer.body.results as { dimensions: string[]; metrics: unknown[] }[]).map(
      ({ dimensions, metrics }) => [...dimensions, ...metrics],
    );
  };
  const visitors = async (...filters: unknown[]) => (await rows({ filters, metrics: ['visitors'] }))[0]?.[0];

  it('have page views with a property, and those without it as (none)', async () => {
    const asked = { metrics: ['visitors', 'pageviews', 'events'], dimensions: ['event:props:dimension1'] };
    expect(await rows(asked)).toEqual([
      ['Uku', 3, 2, 3],
      ['(none)', 2, 2, 2],
      ['Marko', 1, 1, 1],
    ]);
    expect(await rows({ ...asked, filters: [['is', 'event:name', ['Buy']]] })).toEqual([['Uku', 1, 0, 1]]);
    const ofPage = await rows({ ...asked, filters: [['is', 'event:page', ['/a']]] });
    expect(ofPage.sort()).toEqual([
      ['(none)', 1, 1, 1],
      ['Marko', 1, 1, 1],
      ['Uku', 1, 1, 1],
    ]);
    expect(await rows({ ...asked, pagination: { limit: 1, offset: 1 } })).toEqual([['(none)', 2, 2, 2]]);
    expect(await rows({ ...asked, pagination: { limit: 2, offset: 1 } })).toEqual([
      ['(none)', 2, 2, 2],
      ['Marko', 1, 1, 1],
    ]);
  });

  it.each([
    [['is', 'event:props:dimension1', ['Uku']], 3],
    [['is', 'event:props:dimension1', ['(none)']], 2],
    [['is', 'event:props:dimension1', ['(none)', 'Marko']], 3],
    [['is_not', 'event:props:dimension1', ['(none)']], 3],
    [['is_not', 'event:props:dimension1', ['Uku']], 3],
    [['contains', 'event:props:dimension1', ['k']], 3],
    [['contains_not', 'event:props:dimension1', ['Uk']], 1],
    [['matches_not', 'event:props:dimension1', ['^U']], 1],
    [['is', 'event:name', ['Buy']], 1],
    [['is_not', 'event:name', ['Buy']], 4],
    [['is_not', 'event:goal', ['Buy']], 4],
    [['not', ['is', 'event:goal', ['Buy']]], 4],
    [['contains_not', 'event:name', ['u']], 4],
    [['has_not_done', ['is', 'event:name', ['Buy']]], 3],
    [['is', 'visit:utm_source', ['(not set)']], 2],
    [['is', 'visit:utm_source', ['Direct / None']], 2],
    [['is_not', 'visit:utm_source', ['(not set)']], 2],
    [['is', 'visit:utm_medium', ['(not set)', 'email'], { case_sensitive: false }], 4],
    [['is', 'visit:os', ['(not set)']], 1],
  ])('are found by the filter %j', async (filter, expected) => {
    expect(await visitors(filter)).toBe(expected);
  });

  it('have page views as events by their name', async () => {
    const metrics = ['visitors', 'events'];
    expect(await rows({ metrics, dimensions: ['event:name'] })).toEqual([
      ['pageview', 4, 5],
      ['Buy', 1, 1],
    ]);
    expect(await rows({ metrics, dimensions: ['event:name', 'visit:utm_source'] })).toEqual(
      expect.arrayContaining([
        ['pageview', 'news', 2, 2],
        ['pageview', '(not set)', 2, 3],
        ['Buy', 'news', 1, 1],
      ]),
    );
    const named = [['is', 'event:name', ['Buy']]];
    expect(await rows({ metrics, dimensions: ['event:name'], filters: named })).toEqual([['Buy', 1, 1]]);
  });

  it('have visits without a value as (not set), and add up', async () => {
    expect(await rows({ metrics: ['visitors', 'percentage'], dimensions: ['visit:utm_source'] })).toEqual([
      ['(not set)', 2, 50],
      ['news', 2, 50],
    ]);
    expect(await rows({ metrics: ['visitors'], dimensions: ['visit:utm_medium', 'visit:os'] })).toEqual(
      expect.arrayContaining([
        ['(not set)', '(not set)', 1],
        ['(not set)', 'Linux', 1],
        ['(not set)', 'Windows', 1],
        ['email', 'Windows', 1],
      ]),
    );
    const days = await rows({
      metrics: ['visitors'],
      dimensions: ['time:month', 'visit:utm_source'],
      date_range: ['2024-01-01', '2024-03-31'],
    });
    expect(days).toEqual([
      ['2024-01-01', '(not set)', 1],
      ['2024-03-01', '(not set)', 2],
      ['2024-03-01', 'news', 2],
    ]);
    expect(
      await rows({
        metrics: ['visitors'],
        dimensions: ['visit:utm_source'],
        order_by: [['visit:utm_source', 'desc']],
      }),
    ).toEqual([
      ['news', 2],
      ['(not set)', 2],
    ]);
  });

  it('have the bounces of a page that visits began on', async () => {
    const metrics = ['visitors', 'bounce_rate', 'visit_duration'];
    expect(await rows({ metrics, dimensions: ['event:page'] })).toEqual([
      ['/a', 3, 100, 0],
      ['/b', 2, 0, 180],
    ]);
    expect(await rows({ metrics: ['bounce_rate'], filters: [['is', 'event:page', ['/b']]] })).toEqual([[0]]);
    expect(await rows({ metrics: ['bounce_rate'], filters: [['is', 'event:page', ['/a']]] })).toEqual([
      [100],
    ]);
    expect(
      await rows({
        metrics: ['bounce_rate'],
        dimensions: ['event:page'],
        order_by: [['bounce_rate', 'asc']],
      }),
    ).toEqual([
      ['/b', 0],
      ['/a', 100],
    ]);
  });

  it('are in hours, days, weeks or months, as the range is long', async () => {
    const first = async (date_range: unknown) =>
      (await rows({ metrics: ['visitors'], dimensions: ['time'], date_range }))[0]?.[0];
    const last = '2024-03-31';
    expect(await first([addDays(last, -1), last])).toBe('2024-03-30 00:00:00');
    expect(await first([addDays(last, -2), last])).toBe('2024-03-29');
    expect(await first([addDays(last, -40), last])).toBe('2024-02-20');
    expect(
      (await rows({ metrics: ['visitors'], dimensions: ['time'], date_range: [addDays(last, -41), last] }))
        .length,
    ).toBe(6);
    expect(await first(['2023-01-02', last])).toBe('2023-01-01');
    expect(await first('all')).toBe('2024-01-01');
  });

  it('name a week that begins before the range by its first day', async () => {
    const answer = await request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({
        site_id: site.domain,
        metrics: ['visitors'],
        dimensions: ['time:week'],
        date_range: ['2024-03-13', '2024-03-20'],
        include: { time_labels: true },
      });
    expect(answer.body.meta.time_labels).toEqual(['2024-03-13', '2024-03-18']);
    expect(answer.body.results[0]).toEqual({ dimensions: ['2024-03-13'], metrics: [4] });
  });
});
