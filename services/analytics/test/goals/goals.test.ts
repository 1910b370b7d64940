import request from 'supertest';

import type { RawEvent, RawVisit, Traffic } from '../stats/random-traffic.ts';
import { FROM, TO, fits, useGoals } from './goals-harness.ts';

const { platform, site, traffic, send, show } = useGoals();

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
    const shop = await platform().createWebsite();
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
      period: new Date().toISOString().slice(0, 7),
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
});
