import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

const money = (value: number, currency: string, short: string, long: string) => ({
  value,
  currency,
  short,
  long,
});

/** Promises of Plausible's documentation of its second interface. */
describe('queries as Plausible documents them', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const hit = (address: string, n: string, path: string, p: object = {}, host = '') =>
      platform
        .beacon(
          { p, n, k: site.site_key, u: `https://${host}${site.domain}${path}` },
          { 'User-Agent': CHROME, 'X-Forwarded-For': address },
        )
        .expect(204);
    await hit('198.51.100.1', 'pageview', '/pricing');
    await hit('198.51.100.1', 'pageview', '/signup');
    await hit('198.51.100.1', 'Signup', '/signup', { plan: 'Pro' });
    await hit('198.51.100.1', 'Paid', '/signup', { amount: 10.5, currency: 'EUR' });
    await hit('198.51.100.2', 'pageview', '/', {}, 'docs.');
    await hit('198.51.100.2', 'Signup', '/', { plan: 'free' }, 'docs.');
    await hit('198.51.100.3', 'pageview', '/user/12');
    await hit('198.51.100.3', 'Paid', '/user/12', { revenue: { amount: 4.5, currency: 'EUR' } });
    await hit('198.51.100.3', 'Gift', '/user/12', { amount: 1_234_567, currency: 'USD' });
    await hit('198.51.100.4', 'pageview', '/pricing');
    for (const [name, type, pattern] of [
      ['Signup', 'event', 'Signup'],
      ['Sale', 'event', 'Paid'],
      ['Gift', 'event', 'Gift'],
      ['Sees prices', 'page', '/pricing'],
    ])
      await request(platform.server)
        .post(`/api/v1/websites/${site.id}/goals`)
        .set('Authorization', platform.authorization)
        .send({ name, type, pattern })
        .expect(201);
  });
  afterAll(() => platform.stop());

  const today = () => todayOf(site);
  const post = (body: object) =>
    request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({ site_id: site.domain, date_range: 'day', ...body });
  const rows = async (body: object) => {
    const { status, body: answer } = await post(body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return answer.results.map(({ dimensions, metrics }: { dimensions: string[]; metrics: unknown[] }) => [
      ...dimensions,
      ...metrics,
    ]);
  };
  const visitors = async (...filters: unknown[]) => (await rows({ filters, metrics: ['visitors'] }))[0][0];
  const get = async (path: string, query: Record<string, string>) =>
    (
      await request(platform.server)
        .get(`/api/v1/stats/${path}`)
        .query({ site_id: site.domain, period: 'day', ...query })
        .set('Authorization', platform.authorization)
        .expect(200)
    ).body.results;

  it('has_done and has_not_done look at the other events of the visit', async () => {
    const signup = ['is', 'event:goal', ['Signup']];
    const pricing = ['is', 'event:page', ['/pricing']];
    expect([
      await visitors(signup, ['has_done', pricing]),
      await visitors(signup, ['has_not_done', pricing]),
      await visitors(['has_done', pricing]),
      await visitors(['has_done', ['is', 'event:goal', ['Sale']]], ['is', 'event:page', ['/pricing']]),
      await visitors([
        'or',
        [
          ['has_done', signup],
          ['is', 'visit:entry_page', ['/user/12']],
        ],
      ]),
    ]).toEqual([1, 1, 2, 1, 3]);
    // Other actions of a visit are no goal that visitors are a share of.
    expect(
      await rows({ metrics: ['visitors', 'conversion_rate'], filters: [signup, ['has_done', pricing]] }),
    ).toEqual([[1, 50]]);
  });

  it('combines events with pages and visits by or', async () => {
    const signup = ['is', 'event:goal', ['Signup']];
    expect([
      await visitors(['or', [signup, ['is', 'visit:entry_page', ['/user/12']]]]),
      await visitors(['or', [signup, ['is', 'event:page', ['/user/12']]]]),
      await visitors([
        'or',
        [
          ['is', 'event:props:plan', ['Pro']],
          ['is', 'visit:exit_page', ['/pricing']],
        ],
      ]),
      await visitors(['or', [signup, ['is', 'event:goal', ['Sale']]]]),
    ]).toEqual([3, 3, 2, 3]);
  });

  it('finds goals by a part or a pattern of their names, and page views by the name of the event', async () => {
    expect([
      await visitors(['contains', 'event:goal', ['gn']]),
      await visitors(['matches_wildcard', 'event:goal', ['S*up']]),
      await visitors(['matches', 'event:goal', ['^Si.*p$']]),
      await visitors(['is', 'event:name', ['pageview']]),
      await visitors(['is', 'event:name', ['pageview', 'Gift']]),
    ]).toEqual([2, 2, 2, 4, 4]);
    const refused = await post({ metrics: ['visitors'], filters: [['matches', 'event:goal', ['[A-Z]+']]] });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('event:goal')]);
    expect(await get('aggregate', { filters: 'event:page!~pric' })).toEqual({ visitors: { value: 3 } });
  });

  it('tells what goals were worth, each in its currency', async () => {
    const sale = money(15, 'EUR', '€15', '€15.00');
    const gift = money(1_234_567, 'USD', '$1.2M', '$1,234,567.00');
    const answer = await post({
      metrics: ['total_revenue', 'average_revenue', 'visitors'],
      dimensions: ['event:goal'],
    });
    expect([answer.body.results, answer.body.meta]).toEqual([
      [
        { dimensions: ['Gift'], metrics: [gift, gift, 1] },
        { dimensions: ['Sale'], metrics: [sale, money(7.5, 'EUR', '€7.5', '€7.50'), 2] },
        { dimensions: ['Signup'], metrics: [null, null, 2] },
        { dimensions: ['Sees prices'], metrics: [null, null, 2] },
      ],
      {},
    ]);
    const filters = [['is', 'event:goal', ['Sale']]];
    expect(await rows({ filters, metrics: ['total_revenue'] })).toEqual([[sale]]);
    const byDay = await rows({
      filters,
      metrics: ['total_revenue'],
      dimensions: ['time:day'],
      date_range: '7d',
    });
    expect([byDay.length, byDay.at(-1), byDay.at(-2)?.[1]]).toEqual([7, [today(), sale], null]);
    const least = await post({
      metrics: ['total_revenue'],
      dimensions: ['event:goal'],
      order_by: [['total_revenue', 'asc']],
      pagination: { limit: 1, offset: 1 },
      include: { total_rows: true },
    });
    expect(least.body).toMatchObject({
      results: [{ dimensions: ['Gift'], metrics: [gift] }],
      meta: { total_rows: 4 },
      query: { order_by: [['total_revenue', 'asc']], include: { total_rows: true } },
    });
  });

  it.each([
    [[['is', 'event:goal', ['Sale', 'Gift']]], 'no_single_revenue_currency'],
    [[['is', 'event:goal', ['Signup']]], 'no_revenue_goals_matching'],
    [[['is', 'event:goal', ['Sees prices']]], 'no_revenue_goals_matching'],
    [[], 'no_revenue_goals_matching'],
  ])('says why there is no revenue of %j', async (filters, code) => {
    const { body } = await post({ filters, metrics: ['total_revenue', 'visitors'] });
    expect([body.results[0].metrics[0], body.meta.metric_warnings]).toEqual([
      null,
      { total_revenue: { code, warning: expect.stringMatching(/^Revenue metrics are null/) } },
    ]);
  });

  it('filters and splits by host', async () => {
    const docs = `docs.${site.domain}`;
    expect([
      await visitors(['is', 'event:hostname', [docs]]),
      await visitors(['is', 'event:hostname', [site.domain]]),
      await visitors(['is_not', 'event:hostname', [site.domain]]),
      await visitors(['contains', 'event:hostname', ['docs.']]),
      await visitors(['matches_wildcard', 'event:hostname', [`*.${site.domain}`]]),
      await visitors(['is', 'visit:entry_page_hostname', [docs]]),
      await visitors(['is', 'event:hostname', ['elsewhere.example']]),
      await visitors(['is', 'event:goal', ['Signup']], ['is', 'event:hostname', [docs]]),
    ]).toEqual([1, 3, 1, 1, 1, 1, 0, 1]);
    const filtered = await get('aggregate', {
      filters: `event:hostname==*.${site.domain};visit:device==Desktop`,
    });
    expect(filtered).toEqual({ visitors: { value: 1 } });
    expect(
      await rows({
        metrics: ['visitors', 'percentage', 'pageviews'],
        dimensions: ['event:hostname'],
      }),
    ).toEqual([
      [site.domain, 3, 75, 4],
      [docs, 1, 25, 1],
    ]);
    expect(
      await rows({
        metrics: ['pageviews'],
        dimensions: ['event:page', 'event:hostname'],
        pagination: { limit: 2 },
      }),
    ).toEqual([
      ['/pricing', site.domain, 2],
      ['/signup', site.domain, 1],
    ]);
    expect(
      await rows({
        metrics: ['conversion_rate', 'group_conversion_rate'],
        dimensions: ['event:hostname'],
        filters: [['is', 'event:goal', ['Signup']]],
      }),
    ).toEqual([
      [site.domain, 25, 33.3],
      [docs, 25, 100],
    ]);
  });

  it('names every step in time where it is asked to', async () => {
    const days = await post({
      metrics: ['visitors'],
      dimensions: ['time:day'],
      date_range: ['2024-02-27', '2024-03-01'],
      include: { time_labels: true },
    });
    expect(days.body.meta).toEqual({
      time_labels: ['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01'],
    });
    const hours = await post({ metrics: ['visitors'], dimensions: ['time'], include: { time_labels: true } });
    expect(hours.body.meta.time_labels).toHaveLength(24);
    expect(hours.body.meta.time_labels[13]).toBe(`${today()} 13:00:00`);
    const months = await post({
      metrics: ['visitors'],
      dimensions: ['visit:device', 'time:month'],
      date_range: ['2024-01-01', '2024-02-29'],
      include: { time_labels: true },
    });
    expect([months.body.results, months.body.meta.time_labels]).toEqual([[], ['2024-01-01', '2024-02-01']]);
  });

  it('takes segments, in any case or this one, and regular expressions', async () => {
    const { body } = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/segments`)
      .set('Authorization', platform.authorization)
      .send({ name: 'prices', filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] })
      .expect(201);
    const plan = 'event:props:plan';
    expect([
      await visitors(['is', 'segment', [body.data.id]]),
      await visitors(['is', plan, ['pro']]),
      await visitors(['is', plan, ['pro'], { case_sensitive: false }]),
      await visitors(['contains', plan, ['PRO'], { case_sensitive: false }]),
      await visitors(['contains', plan, ['PRO'], { case_sensitive: true }]),
      await visitors(['contains', 'event:goal', ['sig', 'gift']]),
      await visitors(['contains', 'event:goal', ['nothing']]),
    ]).toEqual([2, 0, 1, 1, 0, 3, 0]);
  });

  it.each([
    [String.raw`^/user/\d+$`, 1],
    ['^/(user|signup)', 2],
    [String.raw`^/\w{7}$`, 2],
    ['(?i)^/PRICING$', 2],
    ['^/(p+)+ricing$', 2],
    ['^/[a-su-z]+$', 2],
    [String.raw`\bpricing\b`, 2],
    [String.raw`^/user\/1.$`, 1],
    ['^/user/[^0-9]', 0],
  ])('finds pages by the regular expression %s', async (expression, count) => {
    expect([
      await visitors(['matches', 'event:page', [expression]]),
      await visitors(['not', ['matches_not', 'event:page', [expression]]]),
    ]).toEqual([count, count]);
  });

  it('orders by several things, and begins at any row', async () => {
    const question = {
      metrics: ['visitors', 'pageviews'],
      dimensions: ['event:page'],
      order_by: [
        ['visitors', 'asc'],
        ['event:page', 'desc'],
      ],
    };
    const all = await rows(question);
    expect(all.map(([page]: string[]) => page)).toEqual([
      `docs.${site.domain}/`,
      '/user/12',
      '/signup',
      '/pricing',
    ]);
    expect(await rows({ ...question, pagination: { limit: 2, offset: 1 } })).toEqual(all.slice(1, 3));
    const goals = await rows({
      metrics: ['visitors', 'group_conversion_rate'],
      dimensions: ['event:goal'],
      order_by: [
        ['group_conversion_rate', 'asc'],
        ['event:goal', 'desc'],
      ],
    });
    expect(goals).toEqual([
      ['Gift', 1, 25],
      ['Signup', 2, 50],
      ['Sees prices', 2, 50],
      ['Sale', 2, 50],
    ]);
  });

  it('answers goals within other dimensions', async () => {
    expect(
      await rows({
        metrics: ['visitors'],
        dimensions: ['event:goal', 'visit:entry_page'],
        order_by: [
          ['event:goal', 'asc'],
          ['visit:entry_page', 'asc'],
        ],
        filters: [['is_not', 'visit:entry_page_hostname', [`docs.${site.domain}`]]],
      }),
    ).toEqual([
      ['Gift', '/user/12', 1],
      ['Sale', '/pricing', 1],
      ['Sale', '/user/12', 1],
      ['Sees prices', '/pricing', 2],
      ['Signup', '/pricing', 1],
    ]);
  });

  it('tells changes of shares in points, and of the others in percent', async () => {
    const old = await platform.createWebsite();
    const at = (text: string) => Date.parse(`2024-05-${text}:00Z`);
    await platform.backfill(old, [at('06T10:00'), at('06T10:01'), at('06T14:00')]);
    await platform.backfill(old, [at('07T10:00'), at('07T13:00'), at('07T16:00'), at('07T16:01')]);
    const answer = await get('aggregate', {
      site_id: old.domain,
      date: '2024-05-07',
      metrics: 'visits,bounce_rate,pageviews',
      compare: 'previous_period',
    });
    expect(answer).toEqual({
      visits: { value: 3, change: 50 },
      bounce_rate: { value: 67, change: 17 },
      pageviews: { value: 4, change: 33 },
    });
    const nothing = await get('aggregate', {
      site_id: old.domain,
      date: '2024-05-06',
      metrics: 'visits,bounce_rate',
      compare: 'previous_period',
    });
    expect(nothing).toEqual({ visits: { value: 2, change: 100 }, bounce_rate: { value: 50, change: null } });
    const rates = await get('aggregate', {
      metrics: 'conversion_rate',
      filters: 'event:goal==Sale',
      compare: 'previous_period',
    });
    expect(rates).toEqual({ conversion_rate: { value: 50, change: null } });
  });

  it('joins and negates filters of the first interface', async () => {
    expect([
      await get('aggregate', { filters: 'event:page==/pricing|/signup;visit:browser==Chrome' }),
      await get('aggregate', { filters: 'event:page!=/pricing', metrics: 'pageviews' }),
      await get('aggregate', { filters: 'event:page==/user/*' }),
      await get('breakdown', { property: 'event:props:plan', filters: 'event:goal==Signup' }),
      await get('breakdown', {
        property: 'event:props:plan',
        filters: 'event:goal==Signup;event:props:plan!=free',
      }),
    ]).toEqual([
      { visitors: { value: 2 } },
      { pageviews: { value: 3 } },
      { visitors: { value: 1 } },
      [
        { plan: 'Pro', visitors: 1 },
        { plan: 'free', visitors: 1 },
      ],
      [{ plan: 'Pro', visitors: 1 }],
    ]);
  });

  it.each([
    [{ include: { comparisons: { mode: 'previous_period' } } }, /include has no "comparisons"/],
    [{ include: { time_labels: true } }, /include\.time_labels needs a time dimension/],
    [{ include: { total_rows: 'yes' } }, /include\.total_rows/],
    [{ sample: 1 }, /has no "sample"/],
    [{ order_by: [['pageviews', 'desc']] }, /Invalid order_by "pageviews"/],
    [{ order_by: [['visitors', 'up']] }, /Invalid order_by "visitors": asc or desc/],
    [{ dimensions: ['event:shoe'] }, /Unknown dimension "event:shoe"/],
    [{ dimensions: ['event:goal', 'event:hostname'] }, /can’t be combined/],
    [{ filters: [['has_done', ['is', 'visit:country', ['DE']]]] }, /has_done.*event:page/],
    [{ filters: [['has_done', ['has_done', ['is', 'event:page', ['/']]]]] }, /has_done/],
    [{ filters: [['is', 'segment', [999_999]]] }, /no segment 999999/],
    [{ filters: [['is', 'event:page', ['/'], { case: 1 }]] }, /case_sensitive/],
    [{ filters: [['matches', 'event:page', ['/'], { case_sensitive: false }]] }, /\(\?i\)/],
    [{ filters: [['matches', 'event:page', [String.raw`^/(.)\1$`]]] }, /Only RE2 syntax/],
    [{ filters: [['matches', 'event:page', ['^/(?=a)']]] }, /Only RE2 syntax/],
    [{ filters: [['matches', 'event:page', ['^/[']]] }, /Only RE2 syntax/],
    [{ filters: [['matches', 'event:page', ['^/[[:foo:]]']]] }, /Only RE2 syntax/],
    [{ filters: [['matches', 'event:page', ['^/((a{200}){200}){200}$']]] }, /repetitions/],
    [{ filters: [['matches', 'event:page', [`^/(${'a|'.repeat(200)})`]]] }, /too long/],
    [{ pagination: { limit: 7, offset: 999_998 } }, /must be a multiple of pagination.limit/],
  ])('refuses %j, naming what it is', async (body, message) => {
    const answer = await post({ metrics: ['visitors'], ...body });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringMatching(message) }),
    ]);
  });

  it('has revenue in the second interface only', async () => {
    const answer = await request(platform.server)
      .get('/api/v1/stats/aggregate')
      .query({ site_id: site.domain, metrics: 'total_revenue' })
      .set('Authorization', platform.authorization);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'total_revenue: only available from POST /api/v2/query',
    ]);
  });
});
