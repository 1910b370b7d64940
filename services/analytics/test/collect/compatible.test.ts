import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

describe('third-party clients', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  beforeEach(async () => {
    site = await platform.createWebsite();
  });
  afterAll(() => platform.stop());

  const send = (path: string, body: unknown, type = 'text/plain') =>
    request(platform.server)
      .post(`/c/${site.site_key}${path}`)
      .set({ 'Content-Type': type, 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.7' })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const stored = async () => {
    const { rows } = await platform.db.database.raw<{ rows: object[] }>(
      `SELECT e.kind, p.value AS page, coalesce(n.value, '') AS name, e.props FROM events e
         JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
         LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id
       WHERE e.website_id = ? ORDER BY e.ts, e.ctid`,
      [site.id],
    );
    return rows;
  };

  it('can send page views and events with revenue the way Plausible’s scripts do', async () => {
    const u = `https://${site.domain}/buy?utm_source=news`;
    const view = await send('/api/event', { n: 'pageview', u, d: 'any', r: 'https://duckduckgo.com/' });
    expect([view.status, view.text, view.headers['access-control-allow-origin']]).toEqual([202, 'ok', '*']);
    await send('/api/event', {
      name: 'Purchase',
      url: u,
      domain: 'any',
      props: '{"plan":"pro"}',
      revenue: { amount: 12.5, currency: 'EUR' },
    }).expect(202);
    await send('/api/event', { n: 'engagement', u, sd: 50, e: 9_000 }).expect(202);
    expect(await stored()).toEqual([
      { kind: 0, page: '/buy', name: '', props: {} },
      {
        kind: 1,
        page: '/buy',
        name: 'Purchase',
        props: { plan: 'pro', 'revenue.amount': 12.5, 'revenue.currency': 'EUR' },
      },
    ]);
    const words = await platform.db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words).toEqual(expect.arrayContaining(['duckduckgo.com', 'news']));
  });

  it('can send page views and events the way Umami’s do, after a preflight', async () => {
    const preflight = await request(platform.server).options(`/c/${site.site_key}/api/send`);
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      expect.stringContaining('Content-Type'),
    ]);
    const payload = {
      website: 'any',
      hostname: site.domain,
      url: '/start?a=1',
      referrer: '',
      title: 'Start',
      language: 'de-DE',
      screen: '1920x1080',
    };
    const view = await send('/api/send', { type: 'event', payload }, 'application/json');
    expect([view.status, view.body]).toEqual([200, { cache: '' }]);
    await send('/api/send', {
      type: 'event',
      payload: { ...payload, name: 'Signup', data: { plan: 'pro' } },
    });
    await send('/api/send', { type: 'identify', payload: { ...payload, data: { user: 7 } } }).expect(200);
    expect(await stored()).toEqual([
      { kind: 0, page: '/start?a=1', name: '', props: {} },
      { kind: 1, page: '/start?a=1', name: 'Signup', props: { plan: 'pro' } },
    ]);
  });

  it.each([
    ['/api/event', '{'],
    ['/api/event', { n: 'pageview' }],
    ['/api/event', { u: 'https://a.example/' }],
    ['/api/send', { type: 'event' }],
    ['/api/send', []],
  ])('are refused at %s with %j', async (path, body) => {
    const answer = await send(path, body);
    expect([answer.status, await stored()]).toEqual([400, []]);
  });

  it.each(['unknown', '%00', 'x'.repeat(100)])('get the same answer for the unknown key %s', async (key) => {
    const answer = await request(platform.server)
      .post(`/c/${key}/api/event`)
      .set('User-Agent', CHROME)
      .send(JSON.stringify({ n: 'pageview', u: 'https://a.example/' }));
    expect(answer.status).toBe(202);
  });
});
