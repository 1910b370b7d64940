import request from 'supertest';

import { partsOf, sizeOfExpression } from '../../src/plausible-api/plausible-expressions.ts';
import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

describe('the interface of Plausible', () => {
  let site: WebsiteJson;
  beforeAll(async () => {
    site = await platform.createWebsite();
    await platform.backfill(site, [Date.parse('2024-05-06T10:00:00Z')], '/');
    await platform.backfill(
      site,
      [Date.parse('2024-05-07T10:00:00Z'), Date.parse('2024-05-07T10:01:30Z')],
      '/blog/a',
    );
    await platform.backfill(site, [Date.parse('2024-05-07T12:00:00Z')], '/pricing');
    const view = (agent: string) =>
      platform
        .beacon({ k: site.site_key, n: 'pageview', u: `https://${site.domain}/now` }, { 'User-Agent': agent })
        .expect(204);
    await view(CHROME);
    await view(FIREFOX);
  });

  const get = async (path: string, query: Record<string, string | number>) =>
    request(platform.server)
      .get(`/api/v1/stats/${path}`)
      .query({ site_id: site.domain, ...query })
      .set('Authorization', await platform.identity.bearer());
  const post = async (body: object) =>
    request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', await platform.identity.bearer())
      .send({ site_id: site.domain, date_range: ['2024-05-06', '2024-05-07'], ...body });
  const custom = { period: 'custom', date: '2024-05-06,2024-05-07' };

  it('answers aggregates, with the change from the period before', async () => {
    const answer = await get('aggregate', {
      period: 'day',
      date: '2024-05-07',
      metrics: 'visitors,visits,pageviews,bounce_rate,visit_duration,views_per_visit,events',
      compare: 'previous_period',
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: {
          visitors: { value: 1, change: 0 },
          visits: { value: 2, change: 100 },
          pageviews: { value: 3, change: 200 },
          bounce_rate: { value: 50, change: -50 },
          visit_duration: { value: 45, change: 100 },
          views_per_visit: { value: 1.5, change: 50 },
          // Page views are events there.
          events: { value: 3, change: 200 },
        },
      },
    ]);
    const filtered = await get('aggregate', {
      ...custom,
      metrics: 'pageviews',
      filters: 'event:page==/blog/**|/',
    });
    expect(filtered.body).toEqual({ results: { pageviews: { value: 3 } } });
    const others = await get('aggregate', {
      ...custom,
      metrics: 'pageviews',
      filters: 'event:page!=/blog/**',
    });
    expect(others.body).toEqual({ results: { pageviews: { value: 2 } } });
  });

  it('answers time series by day and by hour', async () => {
    expect((await get('timeseries', { ...custom, metrics: 'pageviews' })).body).toEqual({
      results: [
        { date: '2024-05-06', pageviews: 1 },
        { date: '2024-05-07', pageviews: 3 },
      ],
    });
    const hours = await get('timeseries', { period: 'day', date: '2024-05-07' });
    expect(hours.body.results).toHaveLength(24);
    expect(hours.body.results[10]).toEqual({ date: '2024-05-07 10:00:00', visitors: 1 });
    const months = await get('timeseries', { period: '6mo', date: '2024-05-07', metrics: 'visits' });
    expect(months.body.results.at(-1)).toEqual({ date: '2024-05-01', visits: 3 });
    expect(months.body.results).toHaveLength(6);
  });

  it('answers breakdowns, page by page', async () => {
    const query = { ...custom, property: 'event:page', metrics: 'pageviews,visitors' };
    const first = await get('breakdown', { ...query, limit: 1 });
    expect(first.body).toEqual({ results: [{ page: '/blog/a', pageviews: 2, visitors: 1 }] });
    expect((await get('breakdown', { ...query, limit: 2, page: 2 })).body.results).toHaveLength(1);
    const devices = await get('breakdown', { ...custom, property: 'visit:device' });
    expect(devices.body).toEqual({ results: [{ device: 'Desktop', visitors: 2 }] });
  });

  it('answers how many visitors there are now, as a bare number', async () => {
    const answer = await get('realtime/visitors', {});
    expect([answer.status, answer.text]).toEqual([200, '2']);
  });

  it('answers queries with dimensions, nested filters, an order and pages', async () => {
    const answer = await post({
      metrics: ['pageviews', 'bounce_rate'],
      dimensions: ['event:page', 'time:day'],
      filters: [
        [
          'and',
          [
            ['is', 'visit:device', ['Desktop']],
            ['not', ['contains', 'event:page', ['pricing']]],
          ],
        ],
      ],
      order_by: [['pageviews', 'asc']],
      include: { total_rows: true, imports: true },
      pagination: { limit: 1, offset: 1 },
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: [{ dimensions: ['/blog/a', '2024-05-07'], metrics: [2, 0] }],
        meta: { total_rows: 2, imports_included: false },
        query: expect.objectContaining({ date_range: ['2024-05-06', '2024-05-07'], site_id: site.domain }),
      },
    ]);
    const busy = await platform.createWebsite({ timezone: zoneAtNoon() });
    for (const agent of [CHROME, FIREFOX])
      await platform
        .beacon({ k: busy.site_key, u: `https://${busy.domain}/` }, { 'User-Agent': agent })
        .expect(204);
    const today = await post({ site_id: busy.domain, metrics: ['visitors'], date_range: 'day' });
    expect(today.body.results).toEqual([{ dimensions: [], metrics: [2] }]);
  });

  it('takes instants for their days, and a source by the name that Plausible gives it', async () => {
    const days = await post({
      metrics: ['visitors'],
      date_range: ['2024-05-06T00:00:00+00:00', '2024-05-07T23:59:59Z'],
    });
    expect([days.status, days.body.query?.date_range]).toEqual([200, ['2024-05-06', '2024-05-07']]);
    const named = await platform.createWebsite({ timezone: zoneAtNoon() });
    const view = { k: named.site_key, u: `https://${named.domain}/` };
    await platform.beacon({ ...view, p: { r: 'https://www.google.de/' } }).expect(204);
    const asked = async (source: string) =>
      (
        await post({
          site_id: named.domain,
          metrics: ['visits'],
          date_range: 'day',
          filters: [['is', 'visit:source', [source]]],
        })
      ).body.results[0].metrics[0];
    expect([await asked('Google'), await asked('google.com'), await asked('Direct / None')]).toEqual([
      1, 1, 0,
    ]);
  });

  it('takes any number of days and months, which include the one that they end on', async () => {
    const viewsIn = async (period: string, date: string) =>
      (await get('aggregate', { period, date, metrics: 'pageviews' })).body.results.pageviews.value as number;
    expect([await viewsIn('1d', '2024-05-07'), await viewsIn('2d', '2024-05-07')]).toEqual([3, 4]);
    expect([await viewsIn('1mo', '2024-05-01'), await viewsIn('3mo', '2024-06-30')]).toEqual([4, 4]);
    const byMonth = await get('timeseries', { period: '3mo', date: '2024-06-30', metrics: 'pageviews' });
    expect(byMonth.body.results).toEqual([
      { date: '2024-04-01', pageviews: 0 },
      { date: '2024-05-01', pageviews: 4 },
      { date: '2024-06-01', pageviews: 0 },
    ]);
    for (const period of ['0d', '5001d', '101mo', '7D', '1.5d', '-1d'])
      expect((await get('aggregate', { period })).body.error).toMatch(/Unknown period/);
  });

  it.each([
    ['aggregate', { metrics: 'visitors,revenue' }, /Unknown metric "revenue"/],
    ['aggregate', { metrics: 'visitors,conversion_rate' }, /conversion_rate needs an event:goal filter/],
    ['aggregate', { metrics: 'percentage' }, /percentage needs a dimension/],
    ['aggregate', { period: 'fortnight' }, /Unknown period "fortnight"/],
    ['aggregate', { period: 'custom', date: '2024-05-06' }, /date must be two days/],
    ['aggregate', { filters: 'page=/' }, /Invalid filter "page=\/"/],
    ['breakdown', { property: 'visit:shoe' }, /Unknown dimension "visit:shoe"/],
    ['breakdown', {}, /property is required/],
  ])('says what is wrong with %s %j', async (path, query, message) => {
    const answer = await get(path, query);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(message), code: 'invalid_parameter' });
  });

  it.each([
    [{ metrics: [] }, /metrics/],
    [{ metrics: ['visitors'], filters: [['like', 'event:page', ['/']]] }, /Unknown operator "like"/],
    [{ metrics: ['visitors'], filters: [['is', 'event:page', [7]]] }, /list of texts/],
    [{ metrics: ['visitors'], date_range: ['2024-05-07', '2024-05-06'] }, /must not end before/],
  ])('says what is wrong with the query %j', async (body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it('shows a website to its own organisation only, and needs the scope', async () => {
    const ask = async (caller: object) =>
      request(platform.server)
        .get('/api/v1/stats/aggregate')
        .query({ site_id: site.domain })
        .set('Authorization', await platform.identity.bearer(caller));
    expect((await ask({ organisation: 'org_other' })).status).toBe(404);
    expect((await ask({ scopes: ['palettes:read'] })).status).toBe(403);
    expect((await ask({})).status).toBe(200);
    expect((await request(platform.server).get('/api/v1/stats/aggregate')).status).toBe(401);
    const own = await request(platform.server)
      .get(`/api/v1/stats/${site.id}?name=page&from=2024-05-06&to=2024-05-07`)
      .set('Authorization', await platform.identity.bearer());
    expect(own.body.data).toHaveLength(3);
  });
});

describe('filters of Plausible’s second interface', () => {
  let site: WebsiteJson;
  beforeAll(async () => {
    site = await platform.createWebsite({ timezone: zoneAtNoon() });
    for (const path of ['/about', '/About-C', '/café', '/a page', '/page2'])
      await platform
        .beacon(
          { k: site.site_key, n: 'pageview', u: `https://${site.domain}${path}` },
          { 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.1' },
        )
        .expect(204);
  });

  const post = (body: object) =>
    request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({ site_id: site.domain, date_range: 'day', metrics: ['pageviews'], ...body });
  const pages = async (...filters: unknown[]) => {
    const { body } = await post({ filters, dimensions: ['event:page'] }).expect(200);
    return body.results.map(({ dimensions }: { dimensions: string[] }) => dimensions[0]).toSorted();
  };

  it.each([
    ['a repeated group of stars', '(.*.*.*){1,200}x'],
    ['repetitions within each other', '((.*){1,30}){1,30}x'],
    ['what PostgreSQL calls too complex', '((a|b*)*|(c|d*)*){250}'],
    ['a set of nothing', '[^]'],
    ['letters that pages don’t hold', '^/[é]'],
    ['ranges of such letters', '[é-ü]'],
    ['spaces in a set', '^/[a-z ]+$'],
  ])('refuses %s', async (_, expression) => {
    const { body } = await post({ filters: [['matches', 'event:page', [expression]]] }).expect(400);
    expect(JSON.stringify(body)).toContain(expression.slice(0, 20));
  });

  it.each([
    ['ids with a fraction', ['is', 'segment', [1.5]], '1.5'],
    ['ids that are too large', ['is', 'segment', [99_999_999_999]], '99999999999'],
    ['ids that are no numbers', ['is', 'segment', [{ toString: 1 }]], 'toString'],
    ['operators that are no text', [{ toString: 1 }, 'a', ['b']], 'toString'],
    ['long hosts', ['is', 'event:hostname', ['a'.repeat(254)]], '253'],
    ['many stars in a host', ['is', 'event:hostname', ['*a'.repeat(11)]], '10 times'],
    ['many expressions', ['matches', 'event:page', Array.from({ length: 11 }, (_, at) => `a+${at}`)], '10'],
  ])('refuses %s', async (_, filter, named) => {
    const { body } = await post({ filters: [filter] }).expect(400);
    expect(JSON.stringify(body)).toContain(named);
  });

  it('finds letters in addresses as people write them', async () => {
    expect(await pages(['matches', 'event:page', ['^/caf(é|e)$']])).toEqual(['/caf%C3%A9']);
    expect(await pages(['matches', 'event:page', ['^/a p+age$']])).toEqual(['/a%20page']);
    expect(await pages(['matches', 'event:page', ['^/[a-z]+$']])).toEqual(['/about']);
    expect(await pages(['matches_not', 'event:page', ['é+']])).toHaveLength(4);
  });

  it('reads a row of stars in a host as one', async () => {
    expect(await pages(['is', 'event:hostname', ['*'.repeat(2_000)]])).toHaveLength(5);
  });

  it('refuses to count more goals than it can, and names the limit', async () => {
    for (let number = 0; number <= 200; number += 1)
      await request(platform.server)
        .post(`/api/v1/websites/${site.id}/goals`)
        .set('Authorization', platform.authorization)
        .send({ name: `Goal ${number}`, type: 'page', pattern: '/about' })
        .expect(201);
    const { body } = await post({ dimensions: ['event:goal'] }).expect(400);
    expect(JSON.stringify(body)).toContain('200 goals, and the website has 201');
  });
});

it.each([
  ['abc', 3, 0],
  ['[a-z]\\d.', 3, 0],
  ['a*b+c?', 3, 3],
  ['a*?b', 2, 1],
  ['a{3}', 3, 0],
  ['a{2,}', 2, 1],
  ['a{2,4}', 4, 2],
  ['(?:a|b)', 4, 0],
  ['(.*){10}', 20, 10],
  ['((.*){2}){1,3}', 15, 8],
  ['((a*)*)*', 3, 3],
])('writes %s out as %i signs and %i loops', (text, signs, loops) => {
  expect(sizeOfExpression(partsOf(text))).toEqual({ signs, loops });
});
