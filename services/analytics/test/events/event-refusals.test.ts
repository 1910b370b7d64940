import request from 'supertest';
import { HOUR, event, useEvents } from './events-harness.ts';

const { platform, send } = useEvents();

describe('POST /api/v1/events', () => {
  it.each([
    ['events', {}],
    ['events', { events: [] }],
    ['events', { events: {} }],
    [
      'events',
      { events: Array.from({ length: 1_001 }, () => ({ site_key: 'x', url: 'https://a.example/' })) },
    ],
    ['events.0.site_key', { events: [{ url: 'https://a.example/' }] }],
    ['events.0.url', { events: [{ site_key: 'x' }] }],
    ['events.0.url', { events: [{ site_key: 'x', url: 'a.example' }] }],
    ['events.0.url', { events: [{ site_key: 'x', url: 'javascript:alert(1)' }] }],
    [
      'events.1.name',
      {
        events: [
          { site_key: 'x', name: 'a' },
          { site_key: 'x', name: 'engagement' },
        ],
      },
    ],
    ['events.0.name', { events: [{ site_key: 'x', name: 'a\0' }] }],
    ['events.0.name', { events: [{ site_key: 'x', name: '\udfff' }] }],
    ['events.0.time', { events: [{ site_key: 'x', name: 'a', time: '2026-02-30T25:00:00Z' }] }],
    ['events.0.time', { events: [{ site_key: 'x', name: 'a', time: '2026-02-30T10:00:00Z' }] }],
    ['events.0.time', { events: [{ site_key: 'x', name: 'a', time: '2026-02-03 10:00' }] }],
    ['events.0.time', { events: [{ site_key: 'x', name: 'a', time: 1_700_000_000 }] }],
    ['events.0.ip', { events: [{ site_key: 'x', name: 'a', ip: '1.2.3' }] }],
    ['events.0.ip', { events: [{ site_key: 'x', name: 'a', ip: '10.0.0.0/8' }] }],
    ['events.0.props.a', { events: [{ site_key: 'x', name: 'a', props: { a: { b: 1 } } }] }],
    ['events.0.props', { events: [{ site_key: 'x', name: 'a', props: [] }] }],
    ['events.0.id', { events: [{ site_key: 'x', name: 'a', id: 5 }] }],
  ])('refuses a bad %s', async (field, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('answers 503 with Retry-After while the tables are locked', async () => {
    const site = await platform().createWebsite();
    const time = new Date(Date.now() - 3 * 365 * 24 * HOUR).toISOString();
    await platform().db.database.transaction(async (maintenance) => {
      await maintenance.raw('LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE');
      const answer = await send({ events: [event(site, { time }), event(site, { time })] });
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    });
    const answer = await send({ events: [event(site, { time })] });
    expect(answer.body.data).toMatchObject({ stored: 1 });
  });

  it('accepts numbers of any size as properties', async () => {
    const site = await platform().createWebsite();
    const body = `{"events":[{"site_key":"${site.site_key}","name":"a","props":{"big":1e300,"small":-2.5e-7,"long":12345678901234567890}}]}`;
    expect((await send(body)).body.data.stored).toBe(1);
  });

  it('refuses malformed JSON, other content types and missing bodies', async () => {
    expect((await send('{"events":')).status).toBe(400);
    expect((await send('a', platform().authorization, 'text/plain')).status).toBe(415);
    const none = await request(platform().server)
      .post('/api/v1/events')
      .set('Authorization', platform().authorization);
    expect(none.status).toBe(422);
  });
});
