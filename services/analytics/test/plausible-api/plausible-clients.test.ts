import request from 'supertest';

import { NOWHERE } from '../../src/geo/geo-lookup.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

/** Requests as published clients of Plausible make them, each with what it reads of the answer. */
describe('clients that were made for Plausible', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let authorization: string;

  beforeAll(async () => {
    platform = await startAnalytics({
      geo: {
        find: (address) => (address === '198.51.100.4' ? { ...NOWHERE, country: 'DE' } : NOWHERE),
      },
    });
    site = await platform.createWebsite({ timezone: zoneAtNoon() });
    authorization = await platform.identity.bearer();
    const hit = (n: string, path: string, agent: string, address: string, p: object = {}) =>
      platform
        .beacon(
          { p, n, k: site.site_key, u: `https://${site.domain}${path}` },
          { 'User-Agent': agent, 'X-Forwarded-For': address },
        )
        .expect(204);
    await hit('pageview', '/', CHROME, '198.51.100.1', { r: 'https://www.google.de/' });
    await hit('pageview', '/register', CHROME, '198.51.100.1');
    await hit('Signup', '/register', CHROME, '198.51.100.1', { plan: 'pro' });
    await hit('Signup', '/register', CHROME, '198.51.100.1', { plan: 'pro' });
    await hit('pageview', '/', FIREFOX, '198.51.100.2');
    await hit('pageview', '/blog/a', CHROME, '198.51.100.3');
    await hit('pageview', '/', CHROME, '198.51.100.4');
  });
  afterAll(() => platform.stop());

  const today = () => todayOf(site);
  const get = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    request(platform.server)
      .get(`/api/v1/stats/${path}`)
      .query({ site_id: site.domain, ...query })
      .set({ Authorization: authorization, ...headers });
  const post = (body: object) =>
    request(platform.server)
      .post('/api/v2/query')
      .set({
        Authorization: authorization,
        // Grafana's Infinity data source.
        Accept: 'application/json;q=0.9,text/plain',
        'Content-Type': 'application/json',
        'User-Agent': 'Grafana/12.3.0',
      })
      .send({ site_id: site.domain, date_range: 'day', ...body });

  it('a Prometheus exporter, whose dashboard is Grafana’s, reads whole numbers', async () => {
    const answer = await get('aggregate', {
      period: 'day',
      date: today(),
      metrics: 'visitors,pageviews,bounce_rate,visit_duration',
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { results } = answer.body;
    expect([results.visitors.value, results.pageviews.value, results.bounce_rate.value]).toEqual([4, 5, 75]);
    expect(Number.isInteger(results.visit_duration.value)).toBe(true);
  });

  it('Grafana’s Infinity data source gets rows of columns, in time', async () => {
    const grafana = { Accept: 'application/json;q=0.9,text/plain' };
    const daily = await get('timeseries', { period: '7d', metrics: 'visitors,pageviews' }, grafana);
    expect(daily.body.results).toHaveLength(7);
    for (const row of daily.body.results)
      expect(row).toEqual({
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        visitors: expect.any(Number),
        pageviews: expect.any(Number),
      });
    expect(daily.body.results.at(-1)).toMatchObject({ date: today(), visitors: 4, pageviews: 5 });
    const series = await post({ metrics: ['visitors', 'events'], dimensions: ['time:hour'] });
    expect([series.status, series.body.results.at(0).dimensions]).toEqual([
      200,
      [expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:00:00$/)],
    ]);
    const sum = (place: number) =>
      series.body.results.reduce(
        (all: number, { metrics }: { metrics: number[] }) => all + metrics[place]!,
        0,
      );
    expect([sum(0), sum(1)]).toEqual([4, 7]);
  });

  it('a badge takes one number out of an answer by its path', async () => {
    // `$` of a dynamic JSON badge, and `$.results.visitors.value`.
    const live = await get('realtime/visitors', {});
    expect([JSON.parse(live.text), live.headers['content-type']]).toEqual([
      4,
      'application/json; charset=utf-8',
    ]);
    expect((await get('aggregate', { period: '30d' })).body).toEqual({ results: { visitors: { value: 4 } } });
  });

  it('a content management system shows sources and countries by the names that people know', async () => {
    const sources = await get('breakdown', { period: 'day', property: 'visit:source', metrics: 'visitors' });
    expect(sources.body.results).toEqual([
      { source: 'Direct / None', visitors: 3 },
      { source: 'Google', visitors: 1 },
    ]);
    const filtered = await get('aggregate', { period: 'day', filters: 'visit:source==Direct / None' });
    expect(filtered.body.results.visitors.value).toBe(3);
    const second = await get('breakdown', {
      period: 'day',
      property: 'visit:source',
      metrics: 'visitors',
      limit: '1',
      page: '2',
    });
    expect(second.body.results).toEqual([{ source: 'Google', visitors: 1 }]);
    const shares = await post({ metrics: ['visitors', 'percentage'], dimensions: ['visit:browser'] });
    expect(shares.body.results).toEqual([
      { dimensions: ['Chrome'], metrics: [3, 75] },
      { dimensions: ['Firefox'], metrics: [1, 25] },
    ]);
    const abroad = await post({
      metrics: ['visitors'],
      filters: [['is', 'visit:country_name', ['Germany']]],
      dimensions: ['visit:country_name'],
    });
    expect([abroad.status, abroad.body.results]).toEqual([200, [{ dimensions: ['Germany'], metrics: [1] }]]);
  });

  it('any event is a goal as long as nobody has made one', async () => {
    const goals = await get('breakdown', {
      period: 'day',
      property: 'event:goal',
      metrics: 'visitors,events',
    });
    expect(goals.body.results).toEqual([{ goal: 'Signup', visitors: 1, events: 2 }]);
    const properties = await get('breakdown', {
      period: 'day',
      property: 'event:props:plan',
      metrics: 'visitors,events',
      filters: 'event:goal==Signup',
    });
    expect(properties.body.results).toEqual([{ plan: 'pro', visitors: 1, events: 2 }]);
  });

  it('a dashboard of goals gets the website’s own, with rates', async () => {
    const make = (body: object) =>
      request(platform.server)
        .post(`/api/v1/websites/${site.id}/goals`)
        .set('Authorization', authorization)
        .send(body)
        .expect(201);
    await make({ name: 'Signup', type: 'event', pattern: 'Signup' });
    await make({ name: 'Reads the blog', type: 'page', pattern: '/blog/*' });
    await make({ name: 'Never', type: 'page', pattern: '/never' });
    await make({ name: 'Stays', type: 'engaged', pattern: '*', threshold: 30 });
    const goals = await get('breakdown', {
      period: 'day',
      property: 'event:goal',
      metrics: 'visitors,events,conversion_rate',
    });
    expect(goals.body.results).toEqual([
      { goal: 'Signup', visitors: 1, events: 2, conversion_rate: 25 },
      { goal: 'Reads the blog', visitors: 1, events: 1, conversion_rate: 25 },
    ]);
    const browsers = await post({
      metrics: ['visitors', 'conversion_rate', 'group_conversion_rate'],
      dimensions: ['visit:browser'],
      filters: [['is', 'event:goal', ['Signup']]],
    });
    expect(browsers.body.results).toEqual([{ dimensions: ['Chrome'], metrics: [1, 25, 33.3] }]);
    const visits = await get('aggregate', {
      period: 'day',
      filters: 'event:goal==Visit /blog**',
      metrics: 'visitors,events,conversion_rate',
    });
    expect(visits.body.results).toEqual({
      visitors: { value: 1 },
      events: { value: 1 },
      conversion_rate: { value: 25 },
    });
    const second = await post({
      metrics: ['events'],
      dimensions: ['event:goal'],
      order_by: [['events', 'asc']],
      pagination: { limit: 1, offset: 1 },
      include: { total_rows: true },
    });
    expect(second.body).toMatchObject({
      results: [{ dimensions: ['Signup'], metrics: [2] }],
      meta: { total_rows: 2 },
    });
  });

  it.each([
    ['event:goal==Stays', /measures scroll depth or time/],
    ['event:goal==Signup|Visit /blog/a', /can’t be combined/],
  ])('are told why %s has no answer', async (filters, message) => {
    const answer = await get('aggregate', { period: 'day', filters });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it.each([
    ['^/blog/.*$', 1],
    ['blog', 1],
    ['^/$', 3],
    ['^/register', 1],
    [String.raw`\.html$`, 0],
  ])('may ask for pages by the expression %s', async (expression, visitors) => {
    const answer = await post({
      metrics: ['visitors'],
      filters: [['matches', 'event:page', [expression]]],
    });
    expect([answer.status, answer.body.results]).toEqual([200, [{ dimensions: [], metrics: [visitors] }]]);
  });
});
