import request from 'supertest';

import { NOWHERE } from '../../src/geo/geo-lookup.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

/** Requests as published clients of Plausible make them, each with what it reads of the answer. */
describe('clients that were made for Plausible', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let withGoals: WebsiteJson;
  let authorization: string;

  beforeAll(async () => {
    platform = await startAnalytics({
      geo: {
        find: (address) => (address === '198.51.100.4' ? { ...NOWHERE, country: 'DE' } : NOWHERE),
      },
    });
    site = await platform.createWebsite({ timezone: zoneAtNoon() });
    authorization = await platform.identity.bearer();
    withGoals = await platform.createWebsite({ timezone: zoneAtNoon() });
    const hitOf =
      (of: WebsiteJson) =>
      (n: string, path: string, agent: string, address: string, p: object = {}) =>
        platform
          .beacon(
            { p, n, k: of.site_key, u: `https://${of.domain}${path}` },
            { 'User-Agent': agent, 'X-Forwarded-For': address },
          )
          .expect(204);
    for (const each of [site, withGoals]) {
      const hit = hitOf(each);
      await hit('pageview', '/', CHROME, '198.51.100.1', { r: 'https://www.google.de/' });
      await hit('pageview', '/register', CHROME, '198.51.100.1');
      await hit('Signup', '/register', CHROME, '198.51.100.1', { plan: 'pro' });
      await hit('Signup', '/register', CHROME, '198.51.100.1', { plan: 'pro' });
      await hit('pageview', '/', FIREFOX, '198.51.100.2');
      await hit('pageview', '/blog/a', CHROME, '198.51.100.3');
      await hit('pageview', '/', CHROME, '198.51.100.4');
    }
    for (const goal of [
      { name: 'Signup', type: 'event', pattern: 'Signup' },
      { name: 'Reads the blog', type: 'page', pattern: '/blog/*' },
      { name: 'Never', type: 'page', pattern: '/never' },
      { name: 'Stays', type: 'engaged', pattern: '*', threshold: 30 },
    ])
      await request(platform.server)
        .post(`/api/v1/websites/${withGoals.id}/goals`)
        .set('Authorization', authorization)
        .send(goal)
        .expect(201);
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

  describe('a source is the campaign’s, else the page that linked', () => {
    let shop: WebsiteJson;
    beforeAll(async () => {
      shop = await platform.createWebsite({ timezone: zoneAtNoon() });
      const visit = async (address: number, path: string, r = '', n: string[] = []) => {
        for (const name of ['pageview', ...n])
          await platform
            .beacon(
              {
                n: name,
                k: shop.site_key,
                u: `https://${shop.domain}${path}`,
                p: name === 'pageview' ? { r } : {},
              },
              { 'X-Forwarded-For': `198.51.100.${address}`, 'User-Agent': address > 9 ? FIREFOX : CHROME },
            )
            .expect(204);
      };
      await visit(1, '/?utm_source=newsletter');
      await visit(2, '/?ref=producthunt', 'https://www.google.com/', ['Buy']);
      await visit(3, '/?source=Facebook');
      await visit(4, '/', 'https://l.facebook.com/x');
      await visit(5, '/', 'https://t.co/abc');
      await visit(6, '/', 'https://www.google.de/', ['Buy']);
      await visit(7, '/?utm_source=google&utm_medium=cpc');
      await visit(8, '/', '', ['Buy']);
      await visit(9, '/');
      await visit(10, '/');
    });
    const asked = async (body: object) => {
      const answer = await post({ site_id: shop.domain, metrics: ['visitors'], ...body });
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      return (answer.body.results as { dimensions: string[]; metrics: (number | null)[] }[]).map(
        ({ dimensions, metrics }) => [...dimensions, ...metrics],
      );
    };
    const ROWS = [
      ['Direct / None', 3],
      ['Facebook', 2],
      ['Google', 2],
      ['newsletter', 1],
      ['producthunt', 1],
      ['Twitter', 1],
    ];
    const sorted = (rows: readonly unknown[]) =>
      [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

    it('in rows, whatever is asked beside it', async () => {
      expect(sorted(await asked({ dimensions: ['visit:source'] }))).toEqual(sorted(ROWS));
      const shares = await asked({ metrics: ['visitors', 'percentage'], dimensions: ['visit:source'] });
      expect(sorted(shares)).toEqual(sorted(ROWS.map(([name, count]) => [name, count, Number(count) * 10])));
      const browsers = await asked({ dimensions: ['visit:source', 'visit:browser'] });
      expect(browsers).toContainEqual(['Direct / None', 'Chrome', 2]);
      expect(browsers).toContainEqual(['Direct / None', 'Firefox', 1]);
      expect(browsers).toContainEqual(['Facebook', 'Chrome', 2]);
      const days = await asked({ dimensions: ['time:day', 'visit:source'] });
      expect(days).toContainEqual([todayOf(shop), 'Direct / None', 3]);
      const rates = await asked({
        metrics: ['visitors', 'conversion_rate', 'group_conversion_rate'],
        dimensions: ['visit:source'],
        filters: [['is', 'event:goal', ['Buy']]],
      });
      expect(sorted(rates)).toEqual(
        sorted([
          ['Direct / None', 1, 10, 33.3],
          ['Google', 1, 10, 50],
          ['producthunt', 1, 10, 100],
        ]),
      );
      const names = await asked({ dimensions: ['visit:source'], order_by: [['visit:source', 'asc']] });
      expect(names.map(([name]) => name)).toEqual(ROWS.map(([name]) => String(name)).sort());
      const referrers = await asked({ metrics: ['visitors', 'percentage'], dimensions: ['visit:referrer'] });
      expect(sorted(referrers)).toEqual(
        sorted([
          ['Direct / None', 6, 60],
          ['facebook.com', 1, 10],
          ['google.com', 2, 20],
          ['twitter.com', 1, 10],
        ]),
      );
    });

    it.each([
      [['is', 'visit:source', ['Facebook']], 2],
      [['is', 'visit:source', ['google.com', 'newsletter']], 3],
      [['is_not', 'visit:source', ['Direct / None']], 7],
      [['is', 'visit:source', ['facebook'], { case_sensitive: false }], 2],
      [['contains', 'visit:source', ['goo']], 2],
      [['contains_not', 'visit:source', ['goo']], 8],
      [['contains', 'visit:source', ['irect']], 3],
      [['matches', 'visit:source', ['^(Goo|new)']], 3],
      [['matches_wildcard', 'visit:source', ['*o*']], 8],
      [['matches_not', 'visit:source', ['^F']], 8],
      [['is', 'visit:referrer', ['google.com']], 2],
      [['is', 'visit:referrer', ['Direct / None']], 6],
      [['contains', 'visit:referrer', ['book']], 1],
      [['is', 'visit:utm_source', ['newsletter']], 1],
    ])('in the filter %j', async (filter, visitors) => {
      expect(await asked({ filters: [filter] })).toEqual([[visitors]]);
      // The list and the filter agree.
      const rows = await asked({ filters: [filter], dimensions: ['visit:source'] });
      expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(visitors);
    });
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
    const site_id = withGoals.domain;
    const goals = await get('breakdown', {
      site_id,
      period: 'day',
      property: 'event:goal',
      metrics: 'visitors,events,conversion_rate',
    });
    expect(goals.body.results).toEqual([
      { goal: 'Signup', visitors: 1, events: 2, conversion_rate: 25 },
      { goal: 'Reads the blog', visitors: 1, events: 1, conversion_rate: 25 },
    ]);
    const browsers = await post({
      site_id,
      metrics: ['visitors', 'conversion_rate', 'group_conversion_rate'],
      dimensions: ['visit:browser'],
      filters: [['is', 'event:goal', ['Signup']]],
    });
    expect(browsers.body.results).toEqual([{ dimensions: ['Chrome'], metrics: [1, 25, 33.3] }]);
    const visits = await get('aggregate', {
      site_id,
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
      site_id,
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
    const answer = await get('aggregate', { site_id: withGoals.domain, period: 'day', filters });
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
