import { eventually } from '@platform/testing';
import request from 'supertest';

import { CHROME, FIREFOX, startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface StoredEvent {
  kind: number;
  flags: number;
  page: string;
  name: string | null;
  engaged_ms: number;
  scroll: number;
  props: unknown;
  visit_id: string;
}

const eventsOf = async ({ id }: WebsiteJson): Promise<StoredEvent[]> => {
  const { rows } = await platform.db.database.raw<{ rows: StoredEvent[] }>(
    `SELECT e.kind, e.flags, p.value AS page, n.value AS name, e.engaged_ms, e.scroll, e.props, e.visit_id
     FROM events e
     LEFT JOIN dictionary p ON p.website_id = e.website_id AND p.id = e.page_id
     LEFT JOIN dictionary n ON n.website_id = e.website_id AND n.id = e.name_id
     WHERE e.website_id = ? ORDER BY e.ts, e.flags DESC`,
    [id],
  );
  return rows;
};

const dropsOf = async (id: number): Promise<Record<number, number>> => {
  const rows = await platform.db.database('drops').where({ website_id: id }).select('reason', 'count');
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
};

describe('POST /collect', () => {
  it('stores a page view and answers 204 once it is committed', async () => {
    const site = await platform.createWebsite();
    const answer = await platform.beacon({
      k: site.site_key,
      n: 'pageview',
      u: `https://${site.domain}/shop?b=2&utm_source=news&utm_medium=email#top`,
      p: { r: 'https://www.google.com/search', w: [1920, 1080] },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['x-request-id']).toMatch(/^[\w.-]+$/);
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, flags: 7, page: '/shop?b=2#top', props: {} }]);
    const visit = await platform.db.database('visits').where({ website_id: site.id }).first();
    expect(visit).toMatchObject({ pageviews: 1, events: 0, entry_page_id: visit.exit_page_id });
    const words = await platform.db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words.sort()).toEqual(
      [
        '/shop?b=2#top',
        '1920x1080',
        'Chrome',
        'Email',
        'Windows',
        'desktop',
        'email',
        'google.com',
        'news',
      ].sort(),
    );
  });

  it('joins one visitor’s hits into one visit, and tells visitors apart by address and agent', async () => {
    const site = await platform.createWebsite();
    const page = (path: string) => ({ k: site.site_key, u: `https://${site.domain}${path}` });
    await platform.beacon(page('/'));
    await platform.beacon(page('/a'));
    await platform.beacon(page('/'));
    await platform.beacon({ ...page('/a'), n: 'Signup', p: { plan: 'pro', seats: 3, trial: true } });
    await platform.beacon({ ...page('/a'), n: 'engagement', p: { e: 1500.4, s: 80 } });
    await platform.beacon(page('/'), { 'User-Agent': FIREFOX });
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
    const visits = await platform.db.database('visits').where({ website_id: site.id }).orderBy('started_at');
    expect(visits).toMatchObject([
      { pageviews: 3, events: 1, engaged_ms: 1500, scroll: 80 },
      { pageviews: 1, events: 0 },
    ]);
  });

  it('answers an unknown key like a known one, and counts it', async () => {
    const answer = await platform.beacon({ k: 'nobody', u: 'https://a.example/' });
    expect(answer.status).toBe(204);
    expect((await dropsOf(0))[1]).toBe(1);
  });

  it.each([
    ['a bot', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, 2],
    ['no agent', { 'User-Agent': '' }, 2],
    ['an impossible Chrome', { 'User-Agent': CHROME.replace('140.0.0.0', '140.0.7339.1207') }, 2],
    [
      'an AI crawler',
      { 'User-Agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
      3,
    ],
    ['an excluded address', { 'X-Forwarded-For': '203.0.113.77' }, 4],
    ['an excluded IPv6 range', { 'X-Forwarded-For': '2001:db8:1::9' }, 4],
    ['an excluded address with its port', { 'X-Forwarded-For': '203.0.113.77:40112' }, 4],
    ['an excluded IPv6 address with its port', { 'X-Forwarded-For': '[2001:db8:1::9]:40112' }, 4],
    ['a foreign origin', { Origin: 'https://evil.example' }, 6],
    ['an opaque origin', { Origin: 'null' }, 6],
  ])('drops and counts %s', async (_what, headers, reason) => {
    const site = await platform.createWebsite({
      exclude_ips: '203.0.113.0/24\n2001:db8:1::1 - 2001:db8:1::ff',
    });
    const answer = await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }, headers);
    expect(answer.status).toBe(204);
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({ [reason]: 1 });
  });

  it('drops referrer spam and pages of other domains', async () => {
    const site = await platform.createWebsite();
    await platform.beacon({
      k: site.site_key,
      u: `https://${site.domain}/`,
      p: { r: 'https://www.semalt.com/crawler.php' },
    });
    await platform.beacon({ k: site.site_key, u: 'https://elsewhere.example/' });
    expect(await dropsOf(site.id)).toEqual({ 5: 1, 6: 1 });
  });

  it('stores bots when exclude_bots is 0, and accepts subdomains and their origin', async () => {
    const site = await platform.createWebsite({ exclude_bots: 0 });
    await platform.beacon(
      { k: site.site_key, u: `https://blog.${site.domain}/a` },
      { 'User-Agent': 'Googlebot/2.1', Origin: `https://blog.${site.domain}` },
    );
    expect(await eventsOf(site)).toMatchObject([{ page: `blog.${site.domain}/a` }]);
  });

  it('trusts only the proxy for the address', async () => {
    const site = await platform.createWebsite({ exclude_ips: '203.0.113.5' });
    const body = { k: site.site_key, u: `https://${site.domain}/` };
    await platform.beacon(body, { 'X-Forwarded-For': '203.0.113.5, 198.51.100.1' });
    expect(await eventsOf(site)).toHaveLength(1);
    await platform.beacon(body, { 'X-Forwarded-For': '198.51.100.1, 203.0.113.5' });
    expect(await dropsOf(site.id)).toEqual({ 4: 1 });
  });

  it('removes excluded parameters before anything is stored', async () => {
    const site = await platform.createWebsite({ exclude_params: 'session*\nutm_source\n*token' });
    await platform.beacon({
      k: site.site_key,
      u: `https://${site.domain}/p?SessionId=1&a=1&csrf_token=x&utm_source=s&utm_campaign=c`,
    });
    const words = await platform.db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words).toContain('/p?a=1');
    expect(words).toContain('c');
    expect(words).not.toContain('s');
  });

  it('applies changed exclusions on every instance within a second', async () => {
    const site = await platform.createWebsite();
    const other = await platform.startInstance();
    const hit = () =>
      request(other.server)
        .post('/collect')
        .set({ 'User-Agent': CHROME, 'X-Forwarded-For': '192.0.2.9', 'Content-Type': 'text/plain' })
        .send(JSON.stringify({ k: site.site_key, u: `https://${site.domain}/` }));
    await hit();
    expect(await eventsOf(site)).toHaveLength(1);
    await request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send({ exclude_ips: '192.0.2.0/24' })
      .expect(200);
    await eventually(async () => {
      await hit();
      expect((await dropsOf(site.id))[4]).toBeGreaterThan(0);
    }, 1_000);
    await request(platform.server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .expect(200);
    await eventually(async () => {
      const before = (await dropsOf(0))[1] ?? 0;
      await hit();
      expect((await dropsOf(0))[1]).toBeGreaterThan(before);
    }, 1_000);
  });

  it('counts an event with an id once, however often it is sent', async () => {
    const site = await platform.createWebsite();
    const body = { k: site.site_key, u: `https://${site.domain}/`, i: 'n-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform.beacon(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await eventsOf(site)).toHaveLength(1);
    expect(await dropsOf(site.id)).toEqual({ 8: 19 });
  });

  it('drops engagement without a visit, and counts it as dropped', async () => {
    const site = await platform.createWebsite();
    await platform.beacon({
      k: site.site_key,
      n: 'engagement',
      u: `https://${site.domain}/`,
      p: { e: 5000 },
    });
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({ 9: 1 });
  });

  it('caps a visit’s engagement at one day, whatever the tracker claims', async () => {
    const site = await platform.createWebsite();
    const body = { k: site.site_key, u: `https://${site.domain}/` };
    await platform.beacon(body);
    const hits = Array.from({ length: 160 }, () =>
      platform.beacon({ ...body, n: 'engagement', p: { e: 14_400_000 } }),
    );
    expect(new Set((await Promise.all(hits)).map(({ status }) => status))).toEqual(new Set([204]));
    const { database } = platform.db;
    for (const table of ['visits', 'events', 'rollup_pages', 'rollup_quarters'])
      expect([table, await database(table).where({ website_id: site.id }).sum('engaged_ms')]).toEqual([
        table,
        [{ sum: '86400000' }],
      ]);
  });

  it('tells outbound links from downloads and ignores other links', async () => {
    const site = await platform.createWebsite();
    const click = (url: string) =>
      platform.beacon({ k: site.site_key, n: 'link', u: `https://${site.domain}/`, p: { url } });
    await click('https://other.example/x?secret=1');
    await click(`https://${site.domain}/files/a.PDF?v=2`);
    for (const url of [`https://docs.${site.domain}/`, 'mailto:a@b.example', 'javascript:1', ''])
      expect((await click(url)).status).toBe(204);
    expect((await eventsOf(site)).map(({ name, props }) => [name, props])).toEqual([
      ['Outbound Link', { url: 'https://other.example/x' }],
      ['File Download', { url: `https://${site.domain}/files/a.PDF` }],
    ]);
  });

  it.each([
    ['nothing', '', 400],
    ['no JSON', '{"k":', 400],
    ['a list', '[]', 400],
    ['no address', '{"k":"x"}', 400],
    ['an address of another scheme', '{"k":"x","u":"ftp://a.example/"}', 400],
    ['a key that is too long to be one', `{"k":"${'x'.repeat(65)}","u":"https://a.example/"}`, 400],
    ['a number as key', '{"k":1,"u":"https://a.example/"}', 400],
    ['negative engagement', '{"k":"x","u":"https://a.example/","n":"engagement","p":{"e":-1}}', 400],
    ['text as engagement', '{"k":"x","u":"https://a.example/","n":"engagement","p":{"e":"9"}}', 400],
    ['an event without a name', '{"k":"x","u":"https://a.example/","n":" "}', 400],
    ['17 KB', `{"k":"${'x'.repeat(17_000)}"}`, 413],
  ])('refuses %s', async (_what, body, status) => {
    const answer = await request(platform.server)
      .post('/collect')
      .set('Content-Type', 'text/plain')
      .send(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      status,
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });

  it('refuses invalid UTF-8, other content types and other methods', async () => {
    const post = () => request(platform.server).post('/collect');
    const bytes = await post()
      .set('Content-Type', 'text/plain')
      .send(Buffer.from([0x22, 0xff, 0x22]).toString('latin1'));
    expect(bytes.status).toBe(400);
    expect((await post().set('Content-Type', 'application/x-www-form-urlencoded').send('k=1')).status).toBe(
      415,
    );
    const get = await request(platform.server).get('/collect');
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST']);
  });

  it.each([
    ['nested properties', { a: { b: 1, c: [true, 'x'] } }, { 'a.b': 1, 'a.c.0': true, 'a.c.1': 'x' }],
    ['text in the place of properties', 'pro', { value: 'pro' }],
    ['characters that can’t be stored', { a: 'x\0y', b: '\ud800' }, { a: 'xy', b: '\ufffd' }],
    ['a long text', { a: 'x'.repeat(501) }, { a: 'x'.repeat(500) }],
  ])('salvages %s', async (_what, p, expected) => {
    const site = await platform.createWebsite();
    await platform.beacon({ k: site.site_key, n: 'Paid', u: `https://${site.domain}/`, p }).expect(204);
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([expected]);
  });

  it('drops properties that were NaN and arrive as null, and stores the event', async () => {
    const site = await platform.createWebsite();
    const p = { plan: null, amount: NaN, kept: 0 };
    await platform.beacon({ k: site.site_key, n: 'Paid', u: `https://${site.domain}/`, p }).expect(204);
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([{ kept: 0 }]);
  });

  it('truncates huge numbers and long texts instead of failing', async () => {
    const site = await platform.createWebsite();
    const long = 'x'.repeat(5_000);
    await platform
      .beacon({ k: site.site_key, u: `https://${site.domain}/${long.slice(0, 4_000)}` })
      .expect(204);
    await platform
      .beacon({ k: site.site_key, n: 'engagement', u: `https://${site.domain}/`, p: { e: 1e300, s: 1e9 } })
      .expect(204);
    await platform.beacon({ k: site.site_key, n: long, u: `https://${site.domain}/` }).expect(204);
    const events = await eventsOf(site);
    expect(events[0]?.page).toHaveLength(1_024);
    expect(events.find(({ kind }) => kind === 2)).toMatchObject({ engaged_ms: 14_400_000, scroll: 100 });
    expect(events.find(({ kind }) => kind === 1)?.name).toHaveLength(100);
  });
});

describe('GET /collect.gif', () => {
  it('stores a page view for visitors without JavaScript', async () => {
    const site = await platform.createWebsite();
    const answer = await request(platform.server)
      .get('/collect.gif')
      .query({ k: site.site_key })
      .set({ 'User-Agent': CHROME, Referer: `https://${site.domain}/plain` });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
    expect((answer.body as Buffer).subarray(0, 6).toString()).toBe('GIF89a');
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, page: '/plain' }]);
  });

  it('takes the address and the referrer from its query, and requires the address', async () => {
    const site = await platform.createWebsite();
    const get = (query: object) =>
      request(platform.server).get('/collect.gif').query(query).set('User-Agent', CHROME);
    await get({
      k: site.site_key,
      u: `https://${site.domain}/q`,
      r: 'https://duckduckgo.com/',
      n: 'engagement',
    });
    expect(await eventsOf(site)).toMatchObject([{ kind: 0, page: '/q' }]);
    expect((await get({ k: site.site_key })).status).toBe(400);
    expect((await request(platform.server).post('/collect.gif')).status).toBe(405);
  });
});
