import request from 'supertest';

import { CHROME, FIREFOX } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

const { platform, eventsOf, dropsOf } = useCollect();

describe('POST /collect', () => {
  it('stores a page view and answers 204 once it is committed', async () => {
    const site = await platform().createWebsite();
    const answer = await platform().beacon({
      k: site.site_key,
      n: 'pageview',
      u: `https://${site.domain}/shop?b=2&utm_source=news&utm_medium=email#top`,
      p: { r: 'https://www.google.com/search', w: [1920, 1080] },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['x-request-id']).toMatch(/^[\w.-]+$/);
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, flags: 7, page: '/shop?b=2#top', props: {} }]);
    const visit = await platform().db.database('visits').where({ website_id: site.id }).first();
    expect(visit).toMatchObject({ pageviews: 1, events: 0, entry_page_id: visit.exit_page_id });
    const words = await platform().db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words.sort()).toEqual(
      [
        '/shop?b=2#top',
        '1920x1080',
        'Chrome',
        'Chrome 140',
        'Email',
        'Windows',
        'Windows 10+',
        'desktop',
        'email',
        'google.com',
        'news',
      ].sort(),
    );
  });

  it('joins one visitor’s hits into one visit, and tells visitors apart by address and agent', async () => {
    const site = await platform().createWebsite();
    const page = (path: string) => ({ k: site.site_key, u: `https://${site.domain}${path}` });
    await platform().beacon(page('/'));
    await platform().beacon(page('/a'));
    await platform().beacon(page('/'));
    await platform().beacon({ ...page('/a'), n: 'Signup', p: { plan: 'pro', seats: 3, trial: true } });
    await platform().beacon({ ...page('/a'), n: 'engagement', p: { e: 1500.4, s: 80 } });
    await platform().beacon(page('/'), { 'User-Agent': FIREFOX });
    const events = await eventsOf(site);
    expect(events.map(({ kind, flags, page: path }) => [kind, flags, path])).toEqual([
      [0, 7, '/'],
      [0, 4, '/a'],
      [0, 0, '/'],
      [1, 4, '/a'],
      [2, 0, '/a'],
      [0, 7, '/'],
    ]);
    expect(events[3]).toMatchObject({ name: 'Signup', props: { plan: 'pro', seats: 3, trial: true } });
    expect(events[4]).toMatchObject({ engaged_ms: 1500, scroll: 80 });
    expect(new Set(events.map(({ visit_id }) => visit_id)).size).toBe(2);
    const visits = await platform()
      .db.database('visits')
      .where({ website_id: site.id })
      .orderBy('started_at');
    expect(visits).toMatchObject([
      { pageviews: 3, events: 1, engaged_ms: 1500, scroll: 80 },
      { pageviews: 1, events: 0 },
    ]);
  });

  it('takes a client for one visitor on whatever ports its proxy names', async () => {
    const site = await platform().createWebsite();
    for (const port of [40_001, 40_002, 40_003, 40_004, 40_005])
      await platform()
        .beacon(
          { k: site.site_key, u: `https://${site.domain}/` },
          { 'X-Forwarded-For': `198.51.100.9:${port}` },
        )
        .expect(204);
    const visits = await platform().db.database('visits').where({ website_id: site.id });
    expect(visits).toMatchObject([{ pageviews: 5 }]);
  });

  it('answers an unknown key like a known one, and counts it', async () => {
    const before = (await dropsOf(0))[1] ?? 0;
    const answer = await platform().beacon({ k: 'nobody', u: 'https://a.example/' });
    expect(answer.status).toBe(204);
    expect((await dropsOf(0))[1]).toBe(before + 1);
  });

  it('counts an event with an id once, however often it is sent', async () => {
    const site = await platform().createWebsite();
    const body = { k: site.site_key, u: `https://${site.domain}/`, i: 'n-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform().beacon(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await eventsOf(site)).toHaveLength(1);
    expect(await dropsOf(site.id)).toEqual({ 8: 19 });
  });

  it('drops engagement without a visit, and counts it as dropped', async () => {
    const site = await platform().createWebsite();
    await platform().beacon({
      k: site.site_key,
      n: 'engagement',
      u: `https://${site.domain}/`,
      p: { e: 5000 },
    });
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({ 9: 1 });
  });

  it('caps a visit’s engagement at one day, whatever the tracker claims', async () => {
    const site = await platform().createWebsite();
    const body = { k: site.site_key, u: `https://${site.domain}/` };
    await platform().beacon(body);
    const hits = Array.from({ length: 160 }, () =>
      platform().beacon({ ...body, n: 'engagement', p: { e: 14_400_000 } }),
    );
    expect(new Set((await Promise.all(hits)).map(({ status }) => status))).toEqual(new Set([204]));
    const { database } = platform().db;
    for (const table of ['visits', 'events', 'rollup_pages', 'rollup_quarters'])
      expect([table, await database(table).where({ website_id: site.id }).sum('engaged_ms')]).toEqual([
        table,
        [{ sum: '86400000' }],
      ]);
  });

  it('tells outbound links from downloads and ignores other links', async () => {
    const site = await platform().createWebsite();
    const click = (url: string) =>
      platform().beacon({ k: site.site_key, n: 'link', u: `https://${site.domain}/`, p: { url } });
    await click('https://other.example/x?secret=1');
    await click(`https://${site.domain}/files/a.PDF?v=2`);
    for (const url of [`https://docs.${site.domain}/`, 'mailto:a@b.example', 'javascript:1', ''])
      expect((await click(url)).status).toBe(204);
    expect((await eventsOf(site)).map(({ name, props }) => [name, props])).toEqual([
      ['Outbound Link', { url: 'https://other.example/x' }],
      ['File Download', { url: `https://${site.domain}/files/a.PDF` }],
    ]);
  });

  it('drops properties that were NaN and arrive as null, and stores the event', async () => {
    const site = await platform().createWebsite();
    const p = { plan: null, amount: NaN, kept: 0 };
    await platform()
      .beacon({ k: site.site_key, n: 'Paid', u: `https://${site.domain}/`, p })
      .expect(204);
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([{ kept: 0 }]);
  });

  it('truncates huge numbers and long texts instead of failing', async () => {
    const site = await platform().createWebsite();
    const long = 'x'.repeat(5_000);
    await platform()
      .beacon({ k: site.site_key, u: `https://${site.domain}/${long.slice(0, 4_000)}` })
      .expect(204);
    await platform()
      .beacon({ k: site.site_key, n: 'engagement', u: `https://${site.domain}/`, p: { e: 1e300, s: 1e9 } })
      .expect(204);
    await platform()
      .beacon({ k: site.site_key, n: long, u: `https://${site.domain}/` })
      .expect(204);
    const events = await eventsOf(site);
    expect(events[0]?.page).toHaveLength(1_024);
    expect(events.find(({ kind }) => kind === 2)).toMatchObject({ engaged_ms: 14_400_000, scroll: 100 });
    expect(events.find(({ kind }) => kind === 1)?.name).toHaveLength(100);
  });
});

describe('GET /collect.gif', () => {
  it('stores a page view for visitors without JavaScript', async () => {
    const site = await platform().createWebsite();
    const answer = await request(platform().server)
      .get('/collect.gif')
      .query({ k: site.site_key })
      .set({ 'User-Agent': CHROME, Referer: `https://${site.domain}/plain` });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
    expect((answer.body as Buffer).subarray(0, 6).toString()).toBe('GIF89a');
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, page: '/plain' }]);
  });

  it('takes the address and the referrer from its query, and requires the address', async () => {
    const site = await platform().createWebsite();
    const get = (query: object) =>
      request(platform().server).get('/collect.gif').query(query).set('User-Agent', CHROME);
    await get({
      k: site.site_key,
      u: `https://${site.domain}/q`,
      r: 'https://duckduckgo.com/',
      n: 'engagement',
    });
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, page: '/q' }]);
    expect((await get({ k: site.site_key })).status).toBe(400);
    expect((await request(platform().server).post('/collect.gif')).status).toBe(405);
  });
});

describe('third-party clients', () => {
  let site: WebsiteJson;
  beforeEach(async () => {
    site = await platform().createWebsite();
  });

  const send = (path: string, body: unknown, type = 'text/plain') =>
    request(platform().server)
      .post(`/c/${site.site_key}${path}`)
      .set({ 'Content-Type': type, 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.7' })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const stored = async () => {
    const { rows } = await platform().db.database.raw<{ rows: object[] }>(
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
      { kind: 2, page: '/buy', name: '', props: {} },
    ]);
    const words = await platform().db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words).toEqual(expect.arrayContaining(['duckduckgo.com', 'news']));
  });

  it('can send page views and events the way Umami’s do, after a preflight', async () => {
    const preflight = await request(platform().server).options(`/c/${site.site_key}/api/send`);
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
    const answer = await request(platform().server)
      .post(`/c/${key}/api/event`)
      .set('User-Agent', CHROME)
      .send(JSON.stringify({ n: 'pageview', u: 'https://a.example/' }));
    expect(answer.status).toBe(202);
  });
});
