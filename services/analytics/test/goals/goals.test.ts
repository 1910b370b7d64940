import request from 'supertest';

import { spanOf } from '../../src/calendar/date-range.ts';
import { startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';
import { randomTraffic, storeTraffic } from '../stats/random-traffic.ts';
import type { RawEvent, RawVisit, Traffic } from '../stats/random-traffic.ts';

const ZONE = 'Europe/Berlin';
const FROM = '2026-03-20';
const TO = '2026-04-08';

const SPAN = spanOf({ from: FROM, to: TO }, ZONE);

interface Conversion {
  visitor: number;
  ts: number;
}

/** The reference: what a pattern with stars fits, tried on every event. */
const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '.*')}$`, 's').test(text);

const conversionsOf = (
  traffic: Traffic,
  accepts: (event: RawEvent, visit: RawVisit) => boolean,
): Conversion[] =>
  traffic.visits.flatMap((visit) =>
    visit.events.filter((event) => accepts(event, visit)).map(({ ts }) => ({ visitor: visit.visitorId, ts })),
  );

const visitorsIn = (conversions: readonly Conversion[]): number =>
  new Set(conversions.map(({ visitor }) => visitor)).size;

describe('goals and funnels', () => {
  let platform: Platform;
  let site: WebsiteJson;
  let traffic: Traffic;
  beforeAll(async () => {
    platform = await startPlatform();
    site = await platform.createWebsite({ timezone: ZONE });
    // Visits over the last midnight end in the days asked for.
    const made = randomTraffic({
      websiteId: site.id,
      zone: ZONE,
      from: FROM,
      days: 20,
      visits: 900,
      seed: 15,
    });
    traffic = {
      ...made,
      visits: made.visits.map((visit) => ({
        ...visit,
        events: visit.events.filter(({ ts }) => ts < SPAN.end),
      })),
    };
    await storeTraffic(platform.db.database, made);
    await platform.db.database.raw('ANALYZE events, visits');
  }, 60_000);
  afterAll(() => platform.stop(), 60_000);

  const send = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(platform.server)
      [method](`/api/v1/websites/${site.id}${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);
  const show = async (path: string) => (await send('get', `${path}?from=${FROM}&to=${TO}`)).body.data;

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

  it.each(RULES)('goal %j equals a recount of the events', async (rule, accepts) => {
    const made = await send('post', '/goals', { name: JSON.stringify(rule).slice(0, 90), ...rule });
    expect(made.status).toBe(201);
    const expected = conversionsOf(traffic, accepts);
    const goal = await show(`/goals/${made.body.data.id as number}`);
    const visitors = traffic.visits
      .flatMap(({ events }) => events)
      .filter(({ flags }) => (flags & 1) !== 0).length;
    expect(goal).toMatchObject({
      conversions: expected.length,
      converters: visitorsIn(expected),
      rate: Number((visitorsIn(expected) / visitors).toFixed(4)),
    });
  });

  it.each([
    ['scroll', 60, (event: RawEvent) => event.scroll],
    ['engaged', 20, (event: RawEvent) => event.engaged / 1000],
  ] as const)('%s goals equal a recount of the events', async (type, threshold, measured) => {
    const made = await send('post', '/goals', { name: type, type, pattern: '/p*', threshold });
    expect(made.status).toBe(201);
    const expected: number[] = [];
    for (const visit of traffic.visits)
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

  it('goals by country equal a recount of the events', async () => {
    const made = await send('post', '/goals', { name: 'by country', type: 'event', pattern: 'download' });
    const answer = await send(
      'get',
      `/goals/${made.body.data.id as number}?from=${FROM}&to=${TO}&dimension=country`,
    );
    for (const { value, conversions, converters } of answer.body.data.values as {
      value: string;
      conversions: number;
      converters: number;
    }[]) {
      const expected = conversionsOf(
        traffic,
        (event, visit) => event.kind === 1 && event.name === 'download' && visit.values['country'] === value,
      );
      expect([value, conversions, converters]).toEqual([value, expected.length, visitorsIn(expected)]);
    }
    expect(answer.body.data.values.length).toBeGreaterThan(3);
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
    for (const visits of Map.groupBy(traffic.visits, ({ visitorId }) => visitorId).values()) {
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

  it('a funnel can be sent as a form', async () => {
    const made = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/funnels`)
      .set('Authorization', await platform.identity.bearer())
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

  it('add up event revenue by currency', async () => {
    const shop = await platform.createWebsite();
    const pay = (p: object) =>
      platform.beacon({ k: shop.site_key, n: 'Paid', u: `https://${shop.domain}/`, p }).expect(204);
    await pay({ revenue: { amount: 10.5, currency: 'eur' } });
    await pay({ amount: '4.5', currency: 'EUR' });
    await pay({ amount: 3, currency: 'USD' });
    await pay({ amount: 'free' });
    const path = `/api/v1/websites/${shop.id}/goals`;
    const auth = { Authorization: await platform.identity.bearer() };
    const made = await request(platform.server)
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
    const list = await request(platform.server).get(path).set(auth);
    expect(list.body.data).toMatchObject([{ name: 'Sale', conversions: 4 }]);
  });

  it.each([
    [{ name: 'x', type: 'page' }, 'pattern'],
    [{ name: 'x', type: 'click', pattern: 'a' }, 'type'],
    [{ type: 'page', pattern: '/' }, 'name'],
    [{ name: 'x', type: 'scroll', pattern: '/' }, 'threshold'],
    [{ name: 'x', type: 'scroll', pattern: '/', threshold: 101 }, 'threshold'],
    [{ name: 'x', type: 'page', pattern: '/', property: 'plan' }, 'property'],
    [{ name: 'x', type: 'event', pattern: 'a', property_value: 'pro' }, 'property_value'],
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
    const other = await platform.createWebsite();
    const foreign = await request(platform.server)
      .get(`/api/v1/websites/${other.id}${path}`)
      .set('Authorization', await platform.identity.bearer());
    expect(foreign.status).toBe(404);
    const stranger = await request(platform.server)
      .get(`/api/v1/websites/${site.id}/goals`)
      .set('Authorization', await platform.identity.bearer({ organisation: 'org_other' }));
    expect(stranger.status).toBe(404);
    expect((await send('delete', path)).body).toMatchObject({ object: 'goal', deleted: true });
    expect((await send('get', path)).status).toBe(404);
  });
});
