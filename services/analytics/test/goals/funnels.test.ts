import request from 'supertest';

import type { RawEvent } from '../stats/random-traffic.ts';
import { fits, useGoals } from './goals-harness.ts';

const { platform, site, traffic, send, show } = useGoals();

describe('goals and funnels', () => {
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
