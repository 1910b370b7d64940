import { createRequire } from 'node:module';

import { eventually } from '@platform/testing';
import { Umami } from '@umami/node';
import request from 'supertest';

import { CHROME, FIREFOX } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

/** The package has no types. */
const require = createRequire(import.meta.url);
const MatomoTracker = require('matomo-tracker') as new (
  siteId: number,
  url: string,
) => NodeJS.EventEmitter & {
  track(fields: object): void;
  trackBulk(all: readonly object[], done: (answer: unknown) => void): void;
};

const { platform, eventsOf, dropsOf } = useCollect();

const DAY_MS = 24 * 3_600_000;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let site: WebsiteJson;
beforeEach(async () => {
  site = await platform().createWebsite();
});

const makeServerKey = async (id = site.id): Promise<string> => {
  const answer = await request(platform().server)
    .post(`/api/v1/websites/${id}/server-key`)
    .set('Authorization', platform().authorization);
  expect(answer.status).toBe(201);
  expect(answer.body.data).toEqual({
    website_id: id,
    server_key: expect.stringMatching(/^[\w-]{16}\.[\w-]{32}$/),
    client_url: `http://localhost:8080/c/${answer.body.data.server_key}`,
  });
  return answer.body.data.server_key as string;
};

const visitsOf = (id: number) =>
  platform()
    .db.database('visits')
    .where({ website_id: id })
    .select('visitor_id', 'started_at', 'pageviews', 'events', 'passive_events', 'scroll', 'engaged_ms');

const wordsOf = (id: number): Promise<string[]> =>
  platform().db.database('dictionary').where({ website_id: id }).pluck('value');

const send = (key: string, path: string, body: object, headers: Record<string, string> = {}) =>
  request(platform().server)
    .post(`/c/${key}/api/${path}`)
    .set({ 'Content-Type': 'application/json', 'User-Agent': CHROME, ...headers })
    .send(JSON.stringify(body));

describe('@umami/node, as its README shows it', () => {
  const clientOf = (key: string): Umami => {
    const umami = new Umami();
    umami.init({ websiteId: '50429a93-8479-4073-be80-d5d29c09c2ec', hostUrl: `${platform().url}/c/${key}` });
    return umami;
  };

  it('counts a page view and events, which need neither host nor address', async () => {
    const umami = clientOf(site.site_key);
    for (const call of [
      () => umami.track({ url: '/home' }),
      () => umami.track('signup'),
      () => umami.track('paid', { plan: 'pro' }),
      () => umami.track({ url: '/pricing', name: 'opened', data: { from: 'mail' } }),
      () => umami.track({ title: 'No address' }),
      () => umami.track({ url: `https://${site.domain}/whole?a=1` }),
    ])
      expect((await call()).status).toBe(200);
    const events = await eventsOf(site);
    expect(events.map(({ kind, page, name, props }) => [kind, page, name, props])).toEqual(
      expect.arrayContaining([
        [0, '/home', null, {}],
        [1, null, 'signup', {}],
        [1, null, 'paid', { plan: 'pro' }],
        [1, '/pricing', 'opened', { from: 'mail' }],
        [0, '/', null, {}],
        [0, '/whole?a=1', null, {}],
      ]),
    );
    expect([events.length, await dropsOf(site.id)]).toEqual([6, {}]);
  });

  it('with the key for servers says browser, system and device, and without one doesn’t', async () => {
    const traits = { url: '/', browser: 'edge-chromium', os: 'Mac OS', device: 'laptop' };
    const strange = { url: '/', browser: 'Strange', os: 'Strange', device: 'strange' };
    const body = (payload: object) => ({ type: 'event', payload: { website: 'x', ...payload } });
    const key = await makeServerKey();
    await send(site.site_key, 'send', body(strange)).expect(200);
    expect(await wordsOf(site.id)).not.toContain('Strange');
    const more = { language: 'de-AT', screen: '1024x768' };
    await send(key, 'send', body({ ...traits, ...more, id: 'somebody' })).expect(200);
    const { database } = platform().db;
    const [row] = await database('visits').where({ website_id: site.id }).orderBy('started_at', 'desc');
    const texts = await database('dictionary').where({ website_id: site.id }).select('id', 'value');
    const value = (name: string): unknown => texts.find(({ id }) => id === row[`${name}_id`])?.value;
    expect(
      ['browser', 'browser_version', 'os', 'os_version', 'device', 'language', 'screen'].map(value),
    ).toEqual(['Microsoft Edge', undefined, 'macOS', undefined, 'desktop', 'de-at', '1024x768']);
  });

  it('with the key for servers says who the visitor was, with what, and when', async () => {
    const umami = clientOf(await makeServerKey());
    const past = Date.now() - 5 * DAY_MS;
    const track = (more: object) => umami.track({ url: '/home', tag: 'b', ...more });
    await track({ ip: '203.0.113.1', userAgent: IPHONE });
    await track({ ip: '203.0.113.2', userAgent: CHROME });
    await track({ ip: '203.0.113.3', userAgent: CHROME, timestamp: Math.floor(past / 1000) });
    // The website's own id of somebody, who has changed address and device.
    await track({ ip: '203.0.113.4', userAgent: CHROME, id: 'user-7' });
    await track({ ip: '203.0.113.5', userAgent: IPHONE, id: 'user-7', url: '/next' });
    const visits = await visitsOf(site.id);
    expect(new Set(visits.map(({ visitor_id: id }) => id)).size).toBe(4);
    expect(visits.filter(({ started_at: at }) => Math.abs(at.getTime() - past) < 2_000)).toHaveLength(1);
    expect(visits.map(({ pageviews }) => pageviews).sort()).toEqual([1, 1, 1, 2]);
    expect(await wordsOf(site.id)).toEqual(expect.arrayContaining(['iOS', 'Windows', 'Safari', 'Chrome']));
    expect(new Set((await eventsOf(site)).map(({ props }) => JSON.stringify(props)))).toEqual(
      new Set(['{"tag":"b"}']),
    );
  });

  it('without it is believed nothing about visitor and time', async () => {
    const umami = clientOf(site.site_key);
    for (const ip of ['203.0.113.1', '203.0.113.2', 'no address'])
      await umami.track({ url: '/home', ip, userAgent: IPHONE, timestamp: 1, id: ip });
    const visits = await visitsOf(site.id);
    expect(visits).toMatchObject([{ pageviews: 3 }]);
    expect(Date.now() - visits[0].started_at.getTime()).toBeLessThan(DAY_MS);
    expect(await wordsOf(site.id)).not.toContain('iOS');
  });
});

describe('Umami’s batches', () => {
  it('judge each message for itself', async () => {
    const payload = { website: 'any', url: '/a' };
    const answer = await send(site.site_key, 'batch', [
      { type: 'event', payload },
      { type: 'event' },
      5,
      { type: 'identify', payload },
      { type: 'event', payload: { ...payload, url: 'capacitor://localhost/b', name: 'x' } },
    ]);
    expect(answer.body).toMatchObject({
      size: 5,
      processed: 3,
      errors: 2,
      details: [{ index: 1 }, { index: 2 }],
    });
    expect((await eventsOf(site)).map(({ page, name }) => [page, name])).toEqual([
      ['/a', null],
      ['/b', 'x'],
    ]);
    expect((await send(site.site_key, 'batch', {})).status).toBe(400);
  });
});

describe('a key that vouches for a server', () => {
  const payload = { website: 'any', url: '/', ip: '203.0.113.9', userAgent: FIREFOX };
  const hit = { type: 'event', payload };

  it('may be the organisation’s API key, with the scope to write', async () => {
    const { identity } = platform();
    const withKey = async (caller: Parameters<typeof identity.bearer>[0], headers = {}) => {
      const { status } = await send(site.site_key, 'send', hit, {
        Authorization: await identity.bearer(caller),
        ...headers,
      });
      return status;
    };
    expect(await withKey({ scopes: ['websites:write'] })).toBe(200);
    expect(await wordsOf(site.id)).toContain('Firefox');
    expect(await withKey({ scopes: ['stats:read'] })).toBe(403);
    // A browser that is signed in sends its session along; its visit counts as anybody's.
    expect(await withKey({ scopes: ['stats:read'] }, { Origin: `https://${site.domain}` })).toBe(200);
    expect(await wordsOf(site.id)).toContain('Chrome');
    const before = (await eventsOf(site)).length;
    expect(await withKey({ organisation: 'org_other' })).toBe(200);
    expect((await eventsOf(site)).length).toBe(before);
    expect((await send(site.site_key, 'send', hit, { Authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  it('may be replaced and ended, and is kept as a hash', async () => {
    const first = await makeServerKey();
    const second = await makeServerKey();
    // PostgreSQL tells the instances of changed keys a moment later.
    const isRefused = (key: string) =>
      eventually(async () => {
        expect((await send(key, 'send', hit)).status).toBe(401);
      });
    await isRefused(first);
    expect((await send(second, 'send', hit)).status).toBe(200);
    for (const key of [`${site.site_key}.`, `${site.site_key}.x`, `unknown${second.slice(-33)}`])
      expect((await send(key, 'send', hit)).status).toBe(401);
    const row = await platform().db.database('websites').where({ id: site.id }).first();
    expect(JSON.stringify(row)).not.toContain(second.split('.')[1]);
    const path = `/api/v1/websites/${site.id}`;
    const call = (method: 'get' | 'delete', to: string) =>
      request(platform().server)[method](to).set('Authorization', platform().authorization);
    expect((await call('get', path)).body.data.has_server_key).toBe(true);
    expect((await call('delete', `${path}/server-key`)).body).toMatchObject({ deleted: true });
    expect((await call('delete', `${path}/server-key`)).status).toBe(404);
    await isRefused(second);
    expect((await call('get', path)).body.data.has_server_key).toBe(false);
  });

  it.each([
    ['ip', '203.0.113.300'],
    ['ip', 7],
    ['timestamp', 'yesterday'],
    ['timestamp', -1],
  ])('names the field %s where it is %j', async (field, value) => {
    const key = await makeServerKey();
    const answer = await send(key, 'send', { ...hit, payload: { ...payload, [field]: value } });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await eventsOf(site)).toEqual([]);
  });

  it('doesn’t let a server count other hosts, bots, or excluded addresses', async () => {
    const key = await makeServerKey();
    await request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send({ exclude_ips: '203.0.113.66' });
    await send(key, 'send', { ...hit, payload: { ...payload, hostname: 'other.example' } });
    await send(key, 'send', { ...hit, payload: { ...payload, userAgent: 'Googlebot/2.1' } });
    await send(key, 'send', { ...hit, payload: { ...payload, ip: '203.0.113.66' } });
    await send(key, 'send', { ...hit, payload: { ...payload, timestamp: Date.now() / 1000 + 3_600 } });
    expect(await eventsOf(site)).toEqual([]);
    expect(Object.values(await dropsOf(site.id))).toEqual([1, 1, 1, 1]);
  });
});

describe('Plausible’s events API', () => {
  const view = (more: object = {}) => ({
    name: 'pageview',
    url: `https://${site.domain}/post`,
    domain: site.domain,
    ...more,
  });

  it('takes the visitor of a server with a key from X-Forwarded-For and User-Agent', async () => {
    const key = await makeServerKey();
    const from = (address: string, agent: string, to = key) =>
      send(to, 'event', view(), { 'X-Forwarded-For': address, 'User-Agent': agent }).expect(202);
    await from('203.0.113.1', IPHONE);
    await from('203.0.113.2', IPHONE);
    // The proxies of the visitor's own way, the visitor first; behind them the server's own proxy.
    await from('203.0.113.1, 10.0.0.1, 192.0.2.1', IPHONE);
    expect(await visitsOf(site.id)).toHaveLength(2);
    await from('203.0.113.3, 192.0.2.1', CHROME, site.site_key);
    await from('203.0.113.4, 192.0.2.1', CHROME, site.site_key);
    expect(await visitsOf(site.id)).toHaveLength(3);
  });

  it('counts pages of applications, which name no host', async () => {
    for (const url of ['app://localhost/about?a=1', 'ionic://anything/x', 'app://'])
      await send(site.site_key, 'event', view({ url })).expect(202);
    for (const url of ['file:///home/me/page.html', 'chrome-extension://abc/x', 'data:text/html,x'])
      await send(site.site_key, 'event', view({ url })).expect(400);
    expect((await eventsOf(site)).map(({ page }) => page).sort()).toEqual(['/', '/about?a=1', '/x']);
  });

  it('ends no bounce by an event that isn’t interactive', async () => {
    const event = (name: string, more: object) => send(site.site_key, 'event', view({ name, ...more }));
    await send(site.site_key, 'event', view());
    await event('autoplay', { interactive: false });
    await event('seen', { i: false });
    expect(await visitsOf(site.id)).toMatchObject([{ pageviews: 1, events: 2, passive_events: 2 }]);
    const ask = async () => {
      const answer = await request(platform().server)
        .post(`/api/v1/stats/${site.id}/query`)
        .set('Authorization', platform().authorization)
        .send({ metrics: ['bounce_rate', 'events'], date_range: 'today' });
      return answer.body.data.rows[0].metrics;
    };
    expect(await ask()).toEqual({ bounce_rate: 1, events: 2 });
    await event('clicked', { interactive: true });
    expect(await ask()).toEqual({ bounce_rate: 0, events: 3 });
  });

  it('keeps thirty properties of a page view and of an event, and revenue', async () => {
    const props = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`p${index}`, index]));
    const { p30: _, ...thirty } = props;
    await send(site.site_key, 'event', view({ props }));
    await send(site.site_key, 'event', view({ name: 'Old', m: JSON.stringify({ author: 'Ann' }) }));
    await send(
      site.site_key,
      'event',
      view({ name: 'Paid', p: { plan: 'pro' }, $: JSON.stringify({ amount: '9.5', currency: 'EUR' }) }),
    );
    expect((await eventsOf(site)).map(({ props: kept }) => kept)).toEqual([
      thirty,
      { author: 'Ann' },
      { plan: 'pro', 'revenue.amount': '9.5', 'revenue.currency': 'EUR' },
    ]);
  });

  it('adds up the depth of each view, however often the client tells it, and the time', async () => {
    const tell = (sd: number | undefined, e: number, url = '/post') =>
      send(site.site_key, 'event', { n: 'engagement', u: `https://${site.domain}${url}`, sd, e });
    await send(site.site_key, 'event', view());
    await tell(40, 3_000);
    await tell(70, 2_000);
    await tell(60, 1_000);
    await tell(undefined, 500);
    await send(site.site_key, 'event', view({ url: `https://${site.domain}/next` }));
    // The page before may tell its last a moment late; its depth is known by then.
    await tell(80, 1_000);
    await tell(20, 1_000, '/next');
    expect(await visitsOf(site.id)).toMatchObject([{ scroll: 90, engaged_ms: 8_500 }]);
  });

  it('has no time on page and no depth where no engagement was told', async () => {
    await send(site.site_key, 'event', view());
    const answer = await request(platform().server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform().authorization)
      .send({
        metrics: ['pageviews', 'engaged_time', 'scroll_depth'],
        dimensions: ['page'],
        date_range: 'today',
      });
    expect(answer.body.data.rows).toMatchObject([
      { metrics: { pageviews: 1, engaged_time: null, scroll_depth: null } },
    ]);
  });
});

describe('Matomo’s clients', () => {
  it('matomo-tracker counts what its README shows, with the key for servers in its address', async () => {
    const matomo = new MatomoTracker(1, `${platform().url}/c/${await makeServerKey()}/matomo.php`);
    const errors: unknown[] = [];
    matomo.on('error', (error: unknown) => errors.push(error));
    const page = `https://${site.domain}/track/this/url`;
    matomo.track({ url: page, action_name: 'A title', ua: FIREFOX, cip: '203.0.113.1' });
    // It tells nobody when it has been answered.
    await eventually(async () => {
      expect(await eventsOf(site)).toHaveLength(1);
    });
    const past = new Date(Date.now() - 2 * DAY_MS);
    const visitor = { _id: 'AA814767-7B1F-5C81-8F1D-8E47AD7D2982', cdt: past.toISOString(), e_c: 'Buy' };
    await new Promise((resolve) => {
      matomo.trackBulk(
        [
          { ...visitor, url: page },
          { ...visitor, e_a: 'rightButton', e_v: '2' },
          { ...visitor, e_a: 'leftButton', e_v: '4' },
        ],
        resolve,
      );
    });
    expect(errors).toEqual([]);
    const events = await eventsOf(site);
    expect(events.map(({ kind, page: path, name, props }) => [kind, path, name, props])).toEqual(
      expect.arrayContaining([
        [0, '/track/this/url', null, {}],
        [1, null, 'rightButton', { category: 'Buy', value: 2 }],
        [1, null, 'leftButton', { category: 'Buy', value: 4 }],
      ]),
    );
    const visits = await visitsOf(site.id);
    expect(visits.map(({ pageviews, events: count }) => [pageviews, count]).sort()).toEqual([
      [1, 0],
      [1, 2],
    ]);
    expect(await wordsOf(site.id)).toContain('Firefox');
  });

  it('its script counts views, clicks, searches and orders, and no heartbeats', async () => {
    const hit = (fields: Record<string, string>, method: 'get' | 'post' = 'get') => {
      const query = new URLSearchParams({ idsite: '1', rec: '1', cip: '203.0.113.1', ...fields }).toString();
      const path = `/c/${site.site_key}/matomo.php`;
      const sent =
        method === 'get'
          ? request(platform().server).get(`${path}?${query}`)
          : request(platform().server).post(path).type('form').send(query);
      return sent.set('User-Agent', CHROME);
    };
    const url = `https://${site.domain}/shop?b=1`;
    const image = await hit({
      url,
      action_name: 'Shop',
      urlref: 'https://www.google.com/',
      res: '1920x1080',
    });
    expect([
      image.status,
      image.headers['content-type'],
      image.headers['cross-origin-resource-policy'],
    ]).toEqual([200, 'image/gif', 'cross-origin']);
    expect((await hit({ url, send_image: '0', dimension1: 'blue' }, 'post')).status).toBe(204);
    await hit({ url, ping: '1' }).expect(200);
    await hit({ url, link: 'https://other.example/a?secret=1' }).expect(200);
    await hit({ url, download: `https://${site.domain}/guide.pdf` }).expect(200);
    await hit({ url, search: ' Red Shoes ' }).expect(200);
    await hit({ url, idgoal: '0', revenue: '9.5', ec_id: 'A7' }).expect(200);
    await hit({ url, idgoal: '3' }).expect(200);
    expect((await eventsOf(site)).map(({ name, props }) => [name, props])).toEqual([
      [null, {}],
      [null, { dimension1: 'blue' }],
      ['Outbound Link', { url: 'https://other.example/a' }],
      ['File Download', { url: `https://${site.domain}/guide.pdf` }],
      ['Search', { term: 'red shoes' }],
      ['Purchase', { revenue: 9.5, order: 'A7' }],
      ['Goal 3', {}],
    ]);
    // Without a key, the address that a hit names is nobody's.
    expect(await visitsOf(site.id)).toHaveLength(1);
    expect(await wordsOf(site.id)).toEqual(expect.arrayContaining(['google.com', '1920x1080']));
  });

  it.each([
    [{ cip: 'nowhere' }, 'cip'],
    [{ cdt: 'yesterday' }, 'cdt'],
  ])('are told what is wrong with %j where it counts', async (fields, field) => {
    const token = await makeServerKey();
    const query = new URLSearchParams({
      url: `https://${site.domain}/`,
      token_auth: token,
      ...fields,
    }).toString();
    const answer = await request(platform().server).get(`/c/${site.site_key}/matomo.php?${query}`);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(field)]);
    const stranger = await request(platform().server)
      .get(`/c/${site.site_key}/matomo.php?${query.replace(token, '')}`)
      .set('User-Agent', CHROME);
    expect(stranger.status).toBe(200);
  });
});

describe('Matomo’s hits that are neither views nor orders', () => {
  const get = (fields: Record<string, string>) =>
    request(platform().server)
      .get(`/c/${site.site_key}/matomo.php`)
      .query({ idsite: '1', rec: '1', url: `https://${site.domain}/`, ...fields })
      .set('User-Agent', CHROME)
      .expect(200);

  it('are left aside, and a basket is no purchase', async () => {
    await get({ c_n: 'Ad', c_p: 'banner.png' });
    await get({ c_n: 'Ad', c_i: 'click' });
    await get({ ca: '1', ma_id: 'video' });
    await get({ rec: '0' });
    expect(await eventsOf(site)).toEqual([]);
    await get({ idgoal: '0', revenue: '12.5' });
    await get({ cvar: '{"1":["Type","VIP"],"2":5}' });
    await get({ cvar: '{"1":["Ty' });
    expect((await eventsOf(site)).map(({ name, props }) => [name, props])).toEqual([
      ['Cart Update', { value: 12.5 }],
      [null, { Type: 'VIP' }],
      [null, {}],
    ]);
  });

  it('are judged one by one in bulk', async () => {
    const query = (path: string) =>
      `?idsite=1&rec=1&url=${encodeURIComponent(`https://${site.domain}${path}`)}`;
    const answer = await request(platform().server)
      .post(`/c/${site.site_key}/matomo.php`)
      .set('User-Agent', CHROME)
      .send({ requests: [query('/a'), 5, query('/b')] });
    expect(answer.body).toEqual({ status: 'success', tracked: 2, invalid: 1, invalid_indices: [1] });
    expect(await eventsOf(site)).toHaveLength(2);
  });
});

describe('GoatCounter’s interface for servers', () => {
  const count = (body: object, authorization?: string) => {
    const sent = request(platform().server).post(`/c/${site.site_key}/api/v0/count`);
    if (authorization !== undefined) void sent.set('Authorization', authorization);
    return sent.send(body);
  };

  it('counts each hit, and says which it can’t', async () => {
    const past = Date.now() - DAY_MS;
    const hits = [
      {
        path: '/a',
        ip: '203.0.113.1',
        user_agent: FIREFOX,
        ref: 'Hacker-News.example',
        size: [1920, 1080, 1],
      },
      { path: '/b', session: 'x', created_at: new Date(past).toISOString(), query: 'utm_campaign=Spring' },
      { path: '' },
      { path: 'ev', event: true, session: 'x' },
      { path: '/c' },
      { path: '/d', session: 'x', created_at: 'soon' },
    ];
    const answer = await count({ hits }, platform().authorization);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['2', '4', '5']]);
    const events = await eventsOf(site);
    expect(events.map(({ page, name }) => [page, name])).toEqual([
      ['/b', null],
      ['/a', null],
      [null, 'ev'],
    ]);
    expect(await wordsOf(site.id)).toEqual(
      expect.arrayContaining(['Firefox', 'hacker-news.example', '1920x1080', 'spring']),
    );
    expect((await count({ hits })).status).toBe(401);
    expect((await count({ hits: [] }, platform().authorization)).status).toBe(400);
  });

  it('counts every hit as a visit where sessions aren’t wanted', async () => {
    const hits = [{ path: '/a' }, { path: '/a' }];
    const answer = await count({ hits, no_sessions: true }, platform().authorization);
    expect([answer.status, answer.body]).toEqual([202, { status: 'ok' }]);
    expect(await visitsOf(site.id)).toHaveLength(2);
  });
});

describe('GoatCounter’s script', () => {
  it('counts views by their path, with their campaign, and events', async () => {
    const count = (fields: Record<string, string>) =>
      request(platform().server)
        .get(`/c/${site.site_key}/count?${new URLSearchParams(fields).toString()}`)
        .set({ 'User-Agent': CHROME, Referer: `https://${site.domain}/` });
    const answer = await count({
      p: '/post',
      r: 'https://news.example/',
      t: 'A post',
      s: '1920,1080,1',
      q: '?utm_campaign=Spring',
      rnd: 'abc12',
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif']);
    await count({ p: 'signup', t: 'Sign up', e: 'true', s: '1920,1080,1' }).expect(200);
    await count({ p: '/bot', b: '153', s: '1920,1080,1' }).expect(200);
    expect((await eventsOf(site)).map(({ page, name }) => [page, name])).toEqual([
      ['/post', null],
      ['/', 'signup'],
    ]);
    expect(await wordsOf(site.id)).toEqual(expect.arrayContaining(['spring', 'news.example', '1920x1080']));
    expect(Object.values(await dropsOf(site.id))).toEqual([1]);
  });
});

describe('a website’s own proxies', () => {
  const from = (chain: string) =>
    platform().beacon({ k: site.site_key, u: `https://${site.domain}/` }, { 'X-Forwarded-For': chain });

  it('are believed about the addresses of its visitors, and of no other website’s', async () => {
    const proxied = { trusted_proxies: '192.0.2.0/28\n2001:db8::1' };
    site = await platform().createWebsite(proxied);
    await from('203.0.113.1, 192.0.2.7');
    await from('203.0.113.2, 192.0.2.8');
    await from('203.0.113.2, 192.0.2.8, 2001:db8::1');
    // Further left stands what the visitor made up.
    await from('6.6.6.6, 203.0.113.2, 192.0.2.7');
    // Not from the proxy.
    await from('203.0.113.3, 198.51.100.1');
    await from('203.0.113.4, 198.51.100.1');
    expect((await visitsOf(site.id)).map(({ pageviews }) => pageviews).sort()).toEqual([1, 2, 3]);
    site = await platform().createWebsite();
    await from('203.0.113.1, 192.0.2.7');
    await from('203.0.113.2, 192.0.2.7');
    expect(await visitsOf(site.id)).toMatchObject([{ pageviews: 2 }]);
  });
});
