import request from 'supertest';

import { todayOf, zoneAtNoon } from '../noon-zone.ts';
import type { RawEvent, RawVisit, Traffic } from '../stats/random-traffic.ts';
import { revenueOf } from '../stats/worth.ts';
import { FROM, TO, fits, useGoals } from './goals-harness.ts';

const { platform, site, traffic, whole, send, show } = useGoals();

interface Counted {
  readonly value: string;
  readonly period: string;
  readonly conversions: number;
  readonly converters: number;
  readonly rate: number | null;
}

interface Conversion {
  visitor: number;
  ts: number;
}

const conversionsOf = (
  traffic: Traffic,
  accepts: (event: RawEvent, visit: RawVisit) => boolean,
): Conversion[] =>
  traffic.visits.flatMap((visit) =>
    visit.events.filter((event) => accepts(event, visit)).map(({ ts }) => ({ visitor: visit.visitorId, ts })),
  );

const visitorsIn = (conversions: readonly Conversion[]): number =>
  new Set(conversions.map(({ visitor }) => visitor)).size;

const RULES: readonly [object, (event: RawEvent) => boolean][] = [
  [{ type: 'page', pattern: '/pricing' }, (event) => event.kind === 0 && event.page === '/pricing'],
  [{ type: 'page', pattern: '/blog/*' }, (event) => event.kind === 0 && fits('/blog/*', event.page)],
  [{ type: 'event', pattern: 'signup' }, (event) => event.kind === 1 && event.name === 'signup'],
  [{ type: 'event', pattern: '*d*' }, (event) => event.kind === 1 && fits('*d*', event.name)],
  [
    { type: 'event', pattern: '*', property: 'plan' },
    (event) => event.kind === 1 && Object.hasOwn(event.props, 'plan'),
  ],
  [
    { type: 'event', pattern: '*', property: 'plan', property_value: 'pro' },
    (event) => event.kind === 1 && event.props['plan'] === 'pro',
  ],
];

describe('goals and funnels', () => {
  it.each(RULES)('goal %j equals a recount of the events', async (rule, accepts) => {
    const made = await send('post', '/goals', { name: JSON.stringify(rule).slice(0, 90), ...rule });
    expect(made.status).toBe(201);
    const expected = conversionsOf(traffic(), accepts);
    const goal = await show(`/goals/${made.body.data.id as number}`);
    const visitors = traffic()
      .visits.flatMap(({ events }) => events)
      .filter(({ flags }) => (flags & 1) !== 0).length;
    expect(goal).toMatchObject({
      conversions: expected.length,
      converters: visitorsIn(expected),
      rate: Number((visitorsIn(expected) / visitors).toFixed(4)),
    });
  });

  it('goals by country equal a recount of the events', async () => {
    const made = await send('post', '/goals', { name: 'by country', type: 'event', pattern: 'download' });
    const answer = await send(
      'get',
      `/goals/${made.body.data.id as number}?from=${FROM}&to=${TO}&dimension=country`,
    );
    for (const { value, conversions, converters, rate } of answer.body.data.values as Counted[]) {
      const expected = conversionsOf(
        traffic(),
        (event, visit) => event.kind === 1 && event.name === 'download' && visit.values['country'] === value,
      );
      expect([value, conversions, converters]).toEqual([value, expected.length, visitorsIn(expected)]);
      const visitors = traffic()
        .visits.filter((visit) => visit.values['country'] === value)
        .map(({ visitorId }) => visitorId);
      expect(rate).toBe(Number((converters / new Set(visitors).size).toFixed(4)));
    }
    expect(answer.body.data.values.length).toBeGreaterThan(3);
  });

  it.each([
    ['month', 7],
    ['day', 10],
  ])('goals by %s equal a recount of the events', async (interval, length) => {
    const made = await send('post', '/goals', { name: `by ${interval}`, type: 'page', pattern: '/pricing' });
    const path = `/goals/${made.body.data.id as number}?from=${FROM}&to=${TO}&interval=${interval}`;
    const periods = (await send('get', path)).body.data.periods as Counted[];
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
    const periodOf = (ts: number) => local.format(ts).slice(0, length);
    const all = conversionsOf(traffic(), (event) => event.kind === 0 && event.page === '/pricing');
    const first = traffic()
      .visits.flatMap(({ events }) => events)
      .filter(({ flags }) => (flags & 1) !== 0);
    for (const { period, conversions, converters, rate } of periods) {
      const expected = all.filter(({ ts }) => periodOf(ts) === period);
      const visitors = first.filter(({ ts }) => periodOf(ts) === period).length;
      expect([period, conversions, converters]).toEqual([period, expected.length, visitorsIn(expected)]);
      expect(rate).toBe(visitors === 0 ? null : Number((converters / visitors).toFixed(4)));
    }
    expect(periods.map(({ period }) => period)).toEqual(
      interval === 'month' ? ['2026-03', '2026-04'] : expect.arrayContaining([FROM, TO]),
    );
  });

  it('add up event revenue by currency', async () => {
    const shop = await platform().createWebsite({ timezone: zoneAtNoon() });
    const pay = (p: object) =>
      platform()
        .beacon({ k: shop.site_key, n: 'Paid', u: `https://${shop.domain}/`, p })
        .expect(204);
    await pay({ revenue: { amount: 10.5, currency: 'eur' } });
    await pay({ amount: '4.5', currency: 'EUR' });
    await pay({ amount: 3, currency: 'USD' });
    await pay({ amount: 'free' });
    const path = `/api/v1/websites/${shop.id}/goals`;
    const auth = { Authorization: await platform().identity.bearer() };
    const made = await request(platform().server)
      .post(path)
      .set(auth)
      .type('form')
      .send({ name: 'Sale', type: 'event', pattern: 'Paid' });
    expect(made.body.data).toMatchObject({
      conversions: 4,
      converters: 1,
      rate: 1,
      revenue: [
        { currency: 'EUR', amount: 15 },
        { currency: 'USD', amount: 3 },
      ],
    });
    const split = await request(platform().server)
      .get(`${path}/${made.body.data.id as number}?dimension=browser&interval=month`)
      .set(auth);
    const revenue = [
      { currency: 'EUR', amount: 15 },
      { currency: 'USD', amount: 3 },
    ];
    const counted = { conversions: 4, converters: 1, rate: 1, revenue };
    expect(split.body.data.values).toEqual([{ value: 'Chrome', ...counted }]);
    expect(split.body.data.periods.at(-1)).toEqual({
      period: todayOf(shop).slice(0, 7),
      ...counted,
    });
    const list = await request(platform().server).get(path).set(auth);
    expect(list.body.data).toMatchObject([{ name: 'Sale', conversions: 4 }]);
  });

  it('can be changed and deleted, and stay within their website', async () => {
    const made = await send('post', '/goals', { name: 'Old', type: 'page', pattern: '/old' });
    const path = `/goals/${made.body.data.id as number}`;
    expect(made.headers['location']).toContain(path);
    expect((await send('post', '/goals', { name: 'Old', type: 'page', pattern: '/' })).status).toBe(422);
    expect((await send('patch', path, { name: 'New', pattern: '/new' })).body.data).toMatchObject({
      name: 'New',
      pattern: '/new',
      type: 'page',
    });
    const other = await platform().createWebsite();
    const foreign = await request(platform().server)
      .get(`/api/v1/websites/${other.id}${path}`)
      .set('Authorization', await platform().identity.bearer());
    expect(foreign.status).toBe(404);
    const stranger = await request(platform().server)
      .get(`/api/v1/websites/${site().id}/goals`)
      .set('Authorization', await platform().identity.bearer({ organisation: 'org_other' }));
    expect(stranger.status).toBe(404);
    expect((await send('delete', path)).body).toMatchObject({ object: 'goal', deleted: true });
    expect((await send('get', path)).status).toBe(404);
  });

  it.each([
    ['scroll', 60, (event: RawEvent) => event.scroll],
    ['engaged', 20, (event: RawEvent) => event.engaged / 1000],
  ] as const)('%s goals equal a recount of the events', async (type, threshold, measured) => {
    const made = await send('post', '/goals', { name: type, type, pattern: '/p*', threshold });
    expect(made.status).toBe(201);
    const expected: number[] = [];
    for (const visit of traffic().visits)
      for (const [page, events] of Map.groupBy(visit.events, (event) => event.page)) {
        const views = events.filter(({ kind }) => kind === 0).length;
        const sum = events
          .filter(({ kind }) => kind !== 1)
          .reduce((total, event) => total + measured(event), 0);
        if (fits('/p*', page) && views > 0 && sum >= threshold * views) expected.push(visit.visitorId);
      }
    expect(await show(`/goals/${made.body.data.id as number}`)).toMatchObject({
      conversions: expected.length,
      converters: new Set(expected).size,
    });
  });

  it('funnels equal a recount of the events', async () => {
    const signup = await send('post', '/goals', { name: 'step', type: 'event', pattern: 'signup' });
    const made = await send('post', '/funnels', {
      name: 'Buying',
      steps: [{ type: 'page', pattern: '*' }, { type: 'page', pattern: '/pricing' }, signup.body.data.id],
    });
    expect(made.status).toBe(201);
    const steps: ((event: RawEvent) => boolean)[] = [
      (event) => event.kind === 0,
      (event) => event.kind === 0 && event.page === '/pricing',
      (event) => event.kind === 1 && event.name === 'signup',
    ];
    const expected = steps.map(() => 0);
    for (const visits of Map.groupBy(traffic().visits, ({ visitorId }) => visitorId).values()) {
      const events = visits.flatMap((visit) => visit.events).sort((a, b) => a.ts - b.ts);
      let [step, since] = [0, -Infinity];
      for (const event of events)
        if (event.ts > since && steps[step]?.(event) === true) {
          expected[step] = (expected[step] ?? 0) + 1;
          since = event.ts;
          step += 1;
        }
    }
    const funnel = await show(`/funnels/${made.body.data.id as number}`);
    expect(funnel.steps.map(({ visitors }: { visitors: number }) => visitors)).toEqual(expected);
    expect(expected[2]).toBeGreaterThan(0);
    expect(funnel.steps[1].drop_off).toBe((expected[0] ?? 0) - (expected[1] ?? 0));
    expect(funnel.rate).toBe(Number(((expected[2] ?? 0) / (expected[0] ?? 1)).toFixed(4)));
  });

  it('a goal of revenue has a currency, in any case, until it is one of a page', async () => {
    const made = await send('post', '/goals', {
      name: 'Paid in',
      type: 'event',
      pattern: 'Paid',
      currency: 'eur',
    });
    expect([made.status, made.body.data.currency]).toEqual([201, 'EUR']);
    const path = `/goals/${made.body.data.id}`;
    expect((await send('patch', path, { name: 'Paid' })).body.data.currency).toBe('EUR');
    expect((await send('patch', path, { type: 'page', pattern: '/paid' })).body.data.currency).toBeNull();
    await send('delete', path);
  });

  it('a funnel can be sent as a form', async () => {
    const made = await request(platform().server)
      .post(`/api/v1/websites/${site().id}/funnels`)
      .set('Authorization', await platform().identity.bearer())
      .type('form')
      .send({
        name: 'Form',
        steps: JSON.stringify([
          { type: 'page', pattern: '/' },
          { type: 'page', pattern: '/docs' },
        ]),
      });
    expect([made.status, made.body.data?.steps?.length]).toEqual([201, 2]);
  });

  it.each([
    [{ name: 'x', type: 'page' }, 'pattern'],
    [{ name: 'x', type: 'click', pattern: 'a' }, 'type'],
    [{ type: 'page', pattern: '/' }, 'name'],
    [{ name: 'x', type: 'scroll', pattern: '/' }, 'threshold'],
    [{ name: 'x', type: 'scroll', pattern: '/', threshold: 101 }, 'threshold'],
    [{ name: 'x', type: 'page', pattern: '/', property: 'plan' }, 'property'],
    [{ name: 'x', type: 'event', pattern: 'a', property_value: 'pro' }, 'property_value'],
    [{ name: 'x', type: 'page', pattern: '/', currency: 'EUR' }, 'currency'],
    [{ name: 'x', type: 'event', pattern: 'a', currency: 'EURO' }, 'currency'],
  ])('refuse the goal %j, naming %s', async (body, field) => {
    const answer = await send('post', '/goals', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it.each([
    [{ name: 'x', steps: [{ type: 'page', pattern: '/' }] }, 'steps'],
    [{ name: 'x', steps: [{ type: 'page', pattern: '/' }, 999_999] }, 'steps.1'],
    [{ name: 'x', steps: [{ type: 'page', pattern: '/' }, { type: 'page' }] }, 'steps.1.pattern'],
  ])('refuse the funnel %j, naming %s', async (body, field) => {
    const answer = await send('post', '/funnels', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('under filters', () => {
  const views = (page: string) => (visit: RawVisit) =>
    visit.events.some((event) => event.kind === 0 && event.page === page);
  const sends = (name: string) => (visit: RawVisit) =>
    visit.events.some((event) => event.kind === 1 && event.name === name);
  const isFrom =
    (...countries: string[]) =>
    (visit: RawVisit) =>
      countries.includes(visit.values['country'] ?? '');
  const scrolls = (visit: RawVisit): boolean =>
    [...Map.groupBy(visit.events, (event) => event.page).values()].some((events) => {
      const count = events.filter(({ kind }) => kind === 0).length;
      const sum = events.filter(({ kind }) => kind !== 1).reduce((all, { scroll }) => all + scroll, 0);
      return count > 0 && sum >= 60 * count;
    });
  const is = (dimension: string, ...values: string[]) => ({ dimension, operator: 'is', values });
  const isNot = (dimension: string, ...values: string[]) => ({ dimension, operator: 'is_not', values });

  const FILTERS: readonly [string, readonly object[], (visit: RawVisit) => boolean][] = [
    ['a country', [is('country', 'DE', 'US')], isFrom('DE', 'US')],
    ['a page', [is('page', '/pricing')], views('/pricing')],
    [
      'an event and a browser',
      [is('event', 'download'), isNot('browser', 'Chrome')],
      (visit) => sends('download')(visit) && visit.values['browser'] !== 'Chrome',
    ],
    [
      'either a country or an event',
      [{ or: [is('country', 'FR'), is('event', 'signup')] }],
      (visit) => isFrom('FR')(visit) || sends('signup')(visit),
    ],
    [
      'a property',
      [is('prop:plan', 'pro')],
      (visit) => visit.events.some(({ props }) => props['plan'] === 'pro'),
    ],
    ['a goal', [is('goal', 'Docs reached')], views('/docs')],
    ['the lack of a goal', [isNot('goal', 'Docs reached')], (visit) => !views('/docs')(visit)],
    ['a goal that is measured', [is('goal', 'Read far')], scrolls],
    [
      'one of two goals',
      [is('goal', 'Docs reached', 'Read far')],
      (visit) => views('/docs')(visit) || scrolls(visit),
    ],
    [
      'a segment',
      [is('segment', 'Germans with docs')],
      (visit) => isFrom('DE')(visit) && views('/docs')(visit),
    ],
    [
      'the lack of a segment',
      [isNot('segment', 'Germans with docs')],
      (visit) => !(isFrom('DE')(visit) && views('/docs')(visit)),
    ],
  ];

  beforeAll(async () => {
    await send('post', '/goals', { name: 'Docs reached', type: 'page', pattern: '/docs' });
    await send('post', '/goals', { name: 'Read far', type: 'scroll', pattern: '*', threshold: 60 });
    await send('post', '/goals', { name: 'Downloads', type: 'event', pattern: 'download' });
    const made = await send('post', '/segments', {
      name: 'Germans with docs',
      filters: [is('country', 'DE'), is('goal', 'Docs reached')],
    });
    expect(made.status).toBe(201);
    await send('post', '/funnels', {
      name: 'Downloading',
      steps: [
        { type: 'page', pattern: '/pricing' },
        { type: 'event', pattern: 'download' },
      ],
    });
  });

  /** Of the days asked for; whether a visit is counted may depend on what it did after them. */
  const accepted = (accepts: (visit: RawVisit) => boolean): RawVisit[] => {
    const ids = new Set(
      whole()
        .visits.filter(accepts)
        .map(({ visitId }) => visitId),
    );
    return traffic().visits.filter(({ visitId }) => ids.has(visitId));
  };
  const asked = (filters: readonly object[], more = '') =>
    `from=${FROM}&to=${TO}&filters=${encodeURIComponent(JSON.stringify(filters))}${more}`;
  const named = async (kind: 'goals' | 'funnels', name: string, query: string) =>
    ((await send('get', `/${kind}?${query}`)).body.data as (Counted & { id: number; name: string })[]).find(
      (item) => item.name === name,
    );

  it.each(FILTERS)('goals equal a recount of the visits that fit %s', async (_, filters, accepts) => {
    const visits = accepted(accepts);
    const expected = conversionsOf(
      { ...traffic(), visits },
      (event) => event.kind === 1 && event.name === 'download',
    );
    const goal = await named('goals', 'Downloads', asked(filters));
    expect(goal).toMatchObject({ conversions: expected.length, converters: visitorsIn(expected) });
    expect(expected.length).toBeGreaterThan(0);

    const statistic = await request(platform().server)
      .post(`/api/v1/stats/${site().id}/query`)
      .set('Authorization', await platform().identity.bearer())
      .send({ metrics: ['visitors'], date_range: { from: FROM, to: TO }, filters });
    const { visitors } = statistic.body.data.rows[0].metrics as { visitors: number };
    expect(goal?.rate).toBe(Number(((goal?.converters ?? 0) / visitors).toFixed(4)));

    const split = await send(
      'get',
      `/goals/${goal?.id ?? 0}?${asked(filters, '&dimension=device&interval=day')}`,
    );
    const { values, periods } = split.body.data as { values: Counted[]; periods: Counted[] };
    for (const part of [values, periods])
      expect(part.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(expected.length);
    expect(periods).toHaveLength(20);
  });

  it.each(FILTERS)('funnels equal a recount of the visits that fit %s', async (_, filters, accepts) => {
    const steps = [0, 0];
    for (const visits of Map.groupBy(accepted(accepts), ({ visitorId }) => visitorId).values()) {
      const events = visits.flatMap((visit) => visit.events).sort((a, b) => a.ts - b.ts);
      const first = events.find(({ kind, page }) => kind === 0 && page === '/pricing');
      if (first === undefined) continue;
      steps[0] = (steps[0] ?? 0) + 1;
      if (events.some(({ kind, name, ts }) => kind === 1 && name === 'download' && ts > first.ts))
        steps[1] = (steps[1] ?? 0) + 1;
    }
    const funnel = (await named('funnels', 'Downloading', asked(filters))) as unknown as {
      steps: { visitors: number }[];
    };
    expect(funnel.steps.map(({ visitors }) => visitors)).toEqual(steps);
  });

  it.each(FILTERS)('a filter that everything meets changes no number, beside %s', async (_, filters) => {
    const all = [{ dimension: 'country', operator: 'is_not', values: ['XX'] }];
    for (const kind of ['goals', 'funnels'] as const) {
      const plain = await send('get', `/${kind}?${asked(filters)}`);
      expect((await send('get', `/${kind}?${asked([...filters, ...all])}`)).body.data).toEqual(
        plain.body.data,
      );
    }
  });

  it('take named days, and a segment by its id', async () => {
    const list = await send('get', '/segments');
    const { id } = list.body.data[0] as { id: number };
    const filters = [is('segment', 'Germans with docs')];
    const byId = await named('goals', 'Downloads', `from=${FROM}&to=${TO}&segment=${id}`);
    expect(byId).toEqual(await named('goals', 'Downloads', asked(filters)));
    const whole = await named('goals', 'Downloads', 'date_range=all');
    expect(whole).toMatchObject({ conversions: expect.any(Number) as unknown });
    expect(await named('goals', 'Downloads', 'from=1990-01-01&to=2080-01-01')).toEqual(whole);
  });

  it.each([
    [[{ dimension: 'shoe', operator: 'is', values: ['a'] }], 'filters.0.dimension'],
    [[{ dimension: 'goal', operator: 'contains', values: ['a'] }], 'filters.0.operator'],
    [[{ dimension: 'goal', operator: 'is', values: ['Nobody’s'] }], 'filters'],
    [[{ dimension: 'segment', operator: 'is', values: ['99999'] }], 'filters'],
  ])('refuse the filters %j, naming %s', async (filters, field) => {
    for (const path of [
      `/websites/${site().id}/goals`,
      `/websites/${site().id}/funnels`,
      `/stats/${site().id}/vitals`,
    ]) {
      const answer = await request(platform().server)
        .get(`/api/v1${path}?${asked(filters)}`)
        .set('Authorization', await platform().identity.bearer());
      expect([path, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([path, 422, [field]]);
    }
  });

  it('days in two ways are refused', async () => {
    const answer = await send('get', `/goals?date_range=7d&from=${FROM}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['date_range']]);
  });

  it('a segment can’t ask for a segment', async () => {
    const made = await send('post', '/segments', { name: 'x', filters: [{ or: [is('segment', 'y')] }] });
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, ['filters']]);
  });
});

describe('the revenue of goals equals a recount of the events', () => {
  type Accepts = (event: RawEvent, visit: RawVisit) => boolean;

  const eventsOf = (accepts: Accepts): RawEvent[] =>
    traffic().visits.flatMap((visit) =>
      visit.events.filter((event) => event.kind === 1 && accepts(event, visit)),
    );

  const GOALS: readonly [object, Accepts][] = [
    [{ pattern: 'signup' }, ({ name }) => name === 'signup'],
    [{ pattern: '*d*' }, ({ name }) => fits('*d*', name)],
    [{ pattern: '*', property: 'plan', property_value: 'pro' }, ({ props }) => props['plan'] === 'pro'],
  ];

  it.each(GOALS)('of %j, altogether, by country, day and month', async (rule, accepts) => {
    const made = await send('post', '/goals', { name: JSON.stringify(rule), type: 'event', ...rule });
    const path = `/goals/${made.body.data.id as number}?from=${FROM}&to=${TO}`;
    const all = eventsOf(accepts);
    const months = (await send('get', `${path}&dimension=country&interval=month`)).body.data;
    expect(months.revenue).toEqual(revenueOf(all));
    expect(months.revenue.map(({ currency }: { currency: string | null }) => currency)).toEqual([
      'EUR',
      'USD',
      null,
    ]);

    expect(months.values.length).toBeGreaterThan(3);
    for (const { value, revenue } of months.values)
      expect([value, revenue]).toEqual([
        value,
        revenueOf(eventsOf((event, visit) => accepts(event, visit) && visit.values['country'] === value)),
      ]);

    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
    const days = (await send('get', `${path}&interval=day`)).body.data;
    expect([months.periods.length, days.periods.length]).toEqual([2, 20]);
    for (const { period, revenue } of [...months.periods, ...days.periods])
      expect([period, revenue]).toEqual([
        period,
        revenueOf(all.filter(({ ts }) => local.format(ts).startsWith(period))),
      ]);
  });
});

describe('goals on the statistics page', () => {
  it('are shown where they are asked for, with revenue, and funnels with what each step loses', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    const hit = (n: string, path: string, address: string, p: object = {}) =>
      platform()
        .beacon(
          { p, n, k: site.site_key, u: `https://${site.domain}${path}` },
          { 'X-Forwarded-For': address },
        )
        .expect(204);
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
      await hit('pageview', '/', address);
    for (const address of ['198.51.100.1', '198.51.100.2']) await hit('pageview', '/buy', address);
    await hit('Paid', '/buy', '198.51.100.1', { revenue: { amount: 19.5, currency: 'EUR' } });
    const page = async (query = '') =>
      (await request(platform().server).get(`/s/${site.site_key}${query}`)).text;
    expect(await page('?view=goals')).toContain('No goals yet');
    const post = async (path: string, body: object) =>
      request(platform().server)
        .post(`/api/v1/websites/${site.id}${path}`)
        .set('Authorization', await platform().identity.bearer())
        .send(body)
        .expect(201);
    const goal = await post('/goals', { name: '<Sale>', type: 'event', pattern: 'Paid' });
    await post('/funnels', {
      name: 'Buying',
      steps: [{ type: 'page', pattern: '/' }, { type: 'page', pattern: '/buy' }, goal.body.data.id],
    });

    // Without scripts, what takes long is a link further.
    expect(await page('?period=7d')).toContain('<a href="?period=7d&amp;view=goals">Show this</a>');
    const opened = await page('?view=goals');
    const textsIn = (markup: string, pattern: RegExp): string[] =>
      [...markup.matchAll(pattern)].map(([, text = '']) => text.replace(/<(?:"[^"]*"|[^">])*>/g, '').trim());
    const row = /<th scope="row">.*?<\/tr>/s.exec(opened.slice(opened.indexOf('id="card-actions"')))?.[0];
    expect(textsIn(row ?? '', /<t[hd][^>]*>(.*?)<\/t[hd]>/gs)).toEqual([
      ...['&lt;Sale>', '1', '1', '25%', '€19.50'],
    ]);
    const funnel = await page('?view=funnels');
    expect(textsIn(funnel, /<span class="step-name">(.*?)<\/li>/gs)).toEqual([
      '/4100%',
      '/buy250% · 2 left (50%)',
      '&lt;Sale>125% · 1 left (50%)',
    ]);
    expect(funnel).toContain('25% got through all steps');
    // Under the pill of a filter, the numbers are those of the filter.
    const filtered = await page('?view=funnels&f=page%3D/buy');
    expect(filtered).toContain('50% got through all steps');
    expect(filtered).toContain('Page is /buy');
    // A goal is a filter as well, and names itself.
    const { id } = goal.body.data as { id: number };
    expect(opened).toMatch(/f=goal%3D%3CSale%3E[^]{0,60}">&lt;Sale><\/a>/);
    const reached = await page(`?f=goal%3D${id}`);
    expect(reached).toContain('Goal is &lt;Sale>');
    const visitors = (markup: string) => /Visitors<\/span><strong[^>]*>(\d+)<\/strong>/.exec(markup)?.[1];
    expect(visitors(reached)).toBe('1');
    expect(visitors(await page(`?f=goal!${id}`))).toBe('3');
    expect(visitors(await page('?f=goal%3D99999'))).toBe('4');
    // How they are defined is the owner's business.
    expect(opened).not.toContain('"pattern"');
    expect(await page('?view=funnels&period=all')).toContain('25% got through all steps');
    expect(await page('?view=funnels&from=2001-01-01&to=2026-12-31')).toContain('Buying');
  });
});
