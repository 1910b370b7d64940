import request from 'supertest';

import { CHROME, FIREFOX } from '../harness.ts';
import { readRollups, recount } from '../collect/recount.ts';
import { event, HOUR, useEvents } from './events-harness.ts';

const { platform, send, sendAgain, count } = useEvents();

describe('POST /api/v1/events', () => {
  it.each([
    ['one request', 2],
    ['a request each', 1],
  ])('makes one visit of what goes on at midnight, in whatever order %s brings it', async (_, size) => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]) {
      const site = await platform().createWebsite({ timezone: 'America/St_Johns' });
      const times = ['2026-03-08T03:20:00Z', '2026-03-08T03:35:00Z', '2026-03-08T03:50:00Z'];
      const events = order.map((place) => event(site, { time: times[place], id: `${place}` }));
      for (let from = 0; from < events.length; from += size === 1 ? 1 : events.length)
        expect((await send({ events: size === 1 ? [events[from]] : events })).body.data.dropped).toEqual({});
      expect([order, await count('visits', site)]).toEqual([order, 1]);
      expect(await readRollups(platform().db.database, site.id)).toEqual(
        await recount(platform().db.database, site.id, 'America/St_Johns'),
      );
    }
  });

  it('stores past events with all their fields', async () => {
    const site = await platform().createWebsite({ timezone: 'America/St_Johns' });
    const answer = await send({
      events: [
        event(site, {
          id: 'e1',
          url: `https://${site.domain}/a?utm_source=paper`,
          referrer: 'https://chatgpt.com/',
          title: 'A',
          time: '2026-03-08T03:29:59.500Z',
          screen: '800x600',
          language: 'de-AT',
        }),
        event(site, {
          id: 'e2',
          name: 'Paid',
          time: '2026-03-08T01:00:00-02:30',
          props: { amount: 9.5, plan: 'pro' },
        }),
      ],
    });
    expect(answer.body).toEqual({ status: 200, data: { received: 2, stored: 2, dropped: {} } });
    expect(answer.headers['x-request-usage']).toBe('events=2');
    const { rows } = await platform().db.database.raw(
      `SELECT e.ts, e.kind, e.props, n.value AS name FROM events e
       LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id WHERE e.website_id = ? ORDER BY e.ts`,
      [site.id],
    );
    expect(rows).toMatchObject([
      { ts: new Date('2026-03-08T03:29:59.500Z'), kind: 0, name: null },
      { ts: new Date('2026-03-08T03:30:00Z'), kind: 1, name: 'Paid', props: { amount: 9.5, plan: 'pro' } },
    ]);
    const words = await platform()
      .db.database('dictionary')
      .where({ website_id: site.id })
      .select('value', 'title');
    expect(words).toContainEqual({ value: '/a', title: 'A' });
    expect(words.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['AI Assistants', 'paper', '800x600', 'de-at', 'chatgpt.com']),
    );
    expect(await readRollups(platform().db.database, site.id)).toEqual(
      await recount(platform().db.database, site.id, 'America/St_Johns'),
    );
    // The two days in Newfoundland have a salt each, which live on for what is still to come; the
    // visit went on.
    expect(await platform().db.database('salts').where({ website_id: site.id }).pluck('is_live')).toEqual([
      false,
      false,
    ]);
    expect(await count('visits', site)).toBe(1);
  });

  it('stores each id once, even when whole batches are sent again concurrently', async () => {
    const site = await platform().createWebsite();
    const time = Date.now() - 48 * HOUR;
    const events = Array.from({ length: 300 }, (_, index) =>
      event(site, {
        id: `n${index}`,
        ip: `10.0.${index % 40}.1`,
        time: new Date(time + index * 60_000).toISOString(),
        url: `https://${site.domain}/p${index % 7}`,
      }),
    );
    await Promise.all([sendAgain({ events }), sendAgain({ events }), sendAgain({ events })]);
    expect((await sendAgain({ events })).body.data).toEqual({
      received: 300,
      stored: 0,
      dropped: { duplicate: 300 },
    });
    expect(await count('events', site)).toBe(300);
    expect(await readRollups(platform().db.database, site.id)).toEqual(
      await recount(platform().db.database, site.id, 'UTC'),
    );
  });

  it('applies the website’s exclusions and says why events were dropped', async () => {
    const site = await platform().createWebsite({
      exclude_ips: '10.0.0.0/8',
      exclude_params: 'sid',
      retention_months: 2,
    });
    const mine = event(site);
    const answer = await send({
      events: [
        event(site, { url: `https://${site.domain}/x?sid=1` }),
        event(site, { ip: '10.2.3.4' }),
        event(site, { user_agent: 'Googlebot/2.1' }),
        event(site, { user_agent: 'ClaudeBot/1.0' }),
        event(site, { referrer: 'https://semalt.com/' }),
        event(site, { url: 'https://elsewhere.example/' }),
        event(site, { time: new Date(Date.now() - 70 * 24 * HOUR).toISOString() }),
        event(site, { time: new Date(Date.now() + HOUR).toISOString() }),
        { ...mine, site_key: 'unknown' },
        { site_key: site.site_key, name: 'Cron', time: new Date().toISOString() },
      ],
    });
    expect(answer.body.data).toEqual({
      received: 10,
      stored: 2,
      dropped: {
        excluded_ip: 1,
        bot: 1,
        ai_crawler: 1,
        referrer_spam: 1,
        origin: 1,
        time: 2,
        unknown_site: 1,
      },
    });
  });

  it('hides other organisations’ websites', async () => {
    const site = await platform().createWebsite();
    const stranger = await platform().identity.bearer({ organisation: 'org_stranger' });
    expect((await send({ events: [event(site)] }, stranger)).body.data).toEqual({
      received: 1,
      stored: 0,
      dropped: { unknown_site: 1 },
    });
    expect(await count('events', site)).toBe(0);
    const reader = await platform().identity.bearer({ scopes: ['websites:read'] });
    expect((await send({ events: [event(site)] }, reader)).status).toBe(403);
  });

  it('accepts 1,000 events from many months at once', async () => {
    const site = await platform().createWebsite();
    const start = Date.UTC(2024, 0, 31, 12);
    const events = Array.from({ length: 1_000 }, (_, index) =>
      event(site, {
        id: `month-${index}`,
        time: new Date(start + index * 12 * HOUR).toISOString(),
        user_agent: index % 2 ? CHROME : FIREFOX,
        title: 'x'.repeat(300),
      }),
    );
    await sendAgain({ events });
    expect(await count('events', site)).toBe(1_000);
    expect(await readRollups(platform().db.database, site.id)).toEqual(
      await recount(platform().db.database, site.id, 'UTC'),
    );
  });

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
    // Of a month that no other test needs.
    const time = '2021-05-05T12:00:00Z';
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
