import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import request from 'supertest';

import { CHROME, startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { localDay } from '../../src/calendar/zone-day.ts';
import { HIT_DIMENSIONS } from '../../src/dimensions/stored-dimensions.ts';
import { worldGeometry } from '../../src/stats-page/world-geometry.ts';
import { randomTraffic, storeTraffic } from '../stats/random-traffic.ts';
import type { Traffic } from '../stats/random-traffic.ts';

let platform: Platform;
let open: WebsiteJson;
const today = localDay('Europe/Berlin', Date.now());

beforeAll(async () => {
  platform = await startPlatform();
  open = await platform.createWebsite({ privacy: 0, timezone: 'Europe/Berlin' });
  await storeTraffic(
    platform.db.database,
    randomTraffic({
      websiteId: open.id,
      zone: 'Europe/Berlin',
      from: addDays(today, -35),
      days: 34,
      visits: 900,
      seed: 8,
    }),
  );
});
afterAll(() => platform.stop());

/** Traffic that fills every list with long values that have little in common, and the map. */
const fullTraffic = (websiteId: number): Traffic => {
  const traffic = randomTraffic({
    websiteId,
    zone: 'Europe/Berlin',
    seed: 3,
    from: addDays(today, -190),
    days: 190,
    visits: 900,
  });
  const word = (name: string, number: number): string =>
    createHash('sha256').update(`${name} ${number}`).digest('base64url');
  const countries = worldGeometry().map(({ code }) => code);
  const paths = new Map<string, string>();
  const pathOf = (page: string): string => {
    if (!paths.has(page)) paths.set(page, `/${word('page', paths.size)}/${word('sub', paths.size)}`);
    return paths.get(page) ?? '';
  };
  for (const [index, visit] of traffic.visits.entries()) {
    for (const name of HIT_DIMENSIONS) visit.values[name] = word(name, index % 12).slice(0, 24);
    visit.values['country'] = countries[index % countries.length] ?? '';
    visit.values['device'] = 'desktop';
    for (const event of visit.events) {
      event.page = pathOf(event.page);
      if (event.name !== '') event.name = word('event', index % 12);
    }
    visit.entryPage = pathOf(visit.entryPage);
    visit.exitPage = visit.exitPage === '' ? '' : pathOf(visit.exitPage);
  }
  return traffic;
};

const get = (website: WebsiteJson, rest = '', headers: Record<string, string> = {}) =>
  request(platform.server).get(`/s/${website.site_key}${rest}`).set(headers);
const numberIn = (markup: string, label: string): string =>
  new RegExp(`>${label}</span>\\s*<b[^>]*>([^<]*)</b>`).exec(markup)?.[1] ?? '';

describe('a public statistics page', () => {
  it('shows the numbers that the API answers', async () => {
    const { status, text, headers } = await get(open);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    const answer = await request(platform.server)
      .post(`/api/v1/stats/${open.id}/query`)
      .set('Authorization', platform.authorization)
      .send({ metrics: ['visitors', 'visits', 'pageviews'], date_range: '28d' });
    const { visitors, visits, pageviews } = answer.body.data.rows[0].metrics;
    expect(visits).toBeGreaterThan(500);
    const shown = [numberIn(text, 'Visitors'), numberIn(text, 'Visits'), numberIn(text, 'Page views')];
    expect(shown.map((value) => Number(value.replace(',', '')))).toEqual([visitors, visits, pageviews]);
  });

  it('needs no scripts, inline styles or third-party resources', async () => {
    const { text, headers } = await get(open);
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'self'; script-src 'self'",
    );
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/\sstyle="|<style|\son\w+="|<script(?![^>]*\ssrc=)/);
    const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, url = '']) => url);
    const own = `https://${open.domain}/#notrack=`;
    expect(addresses.filter((url) => !/^(\?|\/s\/|data:,)/.test(url) && !url.startsWith(own))).toEqual([]);
    expect(text).toContain('<svg class="chart"');
  });

  it('weighs at most 30 KB with style and script, even at its fullest', async () => {
    const full = await platform.createWebsite({ privacy: 0, timezone: 'Europe/Berlin' });
    await storeTraffic(platform.db.database, fullTraffic(full.id));
    const range = `from=${addDays(today, -99)}&to=${today}&compare=previous_period&metric=visit_duration`;
    const query = `?${range}&access=1796256000.wUXhgwVxV14Iu8x2g4WitvAh28vZz9l_3QzX7kzNNAM&f=device%3Ddesktop`;
    const sizeOf = async (path: string) => {
      const answer = await request(platform.server)
        .get(path)
        .set('Accept-Encoding', 'gzip')
        .buffer(true)
        .parse((response, done) => {
          let size = 0;
          response
            .on('data', (chunk: Buffer) => (size += chunk.length))
            .on('end', () => {
              done(null, size);
            });
        });
      return { size: Number(answer.headers['content-length'] ?? answer.body), headers: answer.headers };
    };
    const { text } = await get(full, query);
    expect(text.match(/<rect class="hit"/g)).toHaveLength(100);
    expect(text.match(/<path class="s\d"/g)?.length).toBeGreaterThan(150);
    expect(text.match(/<td class="name">/g)?.length).toBeGreaterThan(13 * 8);
    const assets = [...text.matchAll(/"(\/s\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(2);
    const parts = await Promise.all([`/s/${full.site_key}${query}`, ...assets].map(sizeOf));
    expect(parts.every(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(true);
    expect(parts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(30_000);
    expect(parts[1]?.headers['cache-control']).toContain('immutable');
  });

  it('may be indexed by search engines, unlike the others', async () => {
    const answer = await get(open);
    expect(answer.headers['x-robots-tag']).toBeUndefined();
    expect(answer.text).not.toContain('noindex');
    const hidden = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(hidden);
    expect(form.headers['x-robots-tag']).toBe('noindex');
    expect(form.text).toContain('<meta name="robots" content="noindex"');
  });

  it('filters by what is clicked, and has a page for each long list', async () => {
    const all = await get(open);
    const link = /href="(\?[^"]*f=country%3DDE[^"]*)"/.exec(all.text)?.[1] ?? '';
    const filtered = await get(open, link.replaceAll('&amp;', '&'));
    expect(filtered.text).toContain('Country is Germany');
    expect(Number(numberIn(filtered.text, 'Visits'))).toBeGreaterThan(0);
    expect(Number(numberIn(filtered.text, 'Visits'))).toBeLessThan(
      Number(numberIn(all.text, 'Visits').replace(',', '')),
    );
    const list = await get(open, '?panel=page&f=country%3DDE');
    expect(list.text).toContain('Back to all statistics');
    expect(list.text).toContain('/blog/100%');
  });

  it('compares, accepts dates, and ignores what it does not understand', async () => {
    const compared = await get(open, '?period=7d&compare=previous_period&metric=pageviews');
    expect(compared.text).toContain('compared with');
    expect(compared.text).toContain('class="before"');
    const days = await get(open, `?from=${addDays(today, -9)}&to=${addDays(today, -5)}`);
    expect(days.text).toContain(`value="${addDays(today, -9)}"`);
    for (const nonsense of [
      '?period=x',
      '?from=2026-02-31&to=x',
      '?f=x',
      '?f=country',
      '?metric=<b>',
      '?page=-1&panel=page',
      '?f=page~%25',
      '?utm=1',
    ])
      expect((await get(open, nonsense)).status).toBe(200);
  });

  it('shows visitors’ text as plain text', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const traffic = randomTraffic({
      websiteId: site.id,
      zone: 'UTC',
      from: addDays(today, -3),
      days: 2,
      visits: 3,
      seed: 2,
    });
    for (const visit of traffic.visits)
      for (const event of visit.events) event.page = '/"><script>alert(1)</script>';
    for (const visit of traffic.visits) visit.values['referrer'] = '<img src=x onerror=alert(1)>';
    await storeTraffic(platform.db.database, traffic);
    const { text } = await get(site, `?f=${encodeURIComponent('page~<script>')}`);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script>');
    expect((await get(site)).text).not.toContain('<img');
  });

  it('shows who is on the site now', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const answer = await platform.beacon({ k: site.site_key, u: `https://${site.domain}/now` });
    expect(answer.status).toBe(204);
    expect((await get(site, '/live')).body).toEqual({ visitors: 1, has_traffic: true });
    expect((await get(site, '?period=today')).text).toMatch(/<b>1<\/b>\s*visitor now/);
  });
});

describe('edge cases of a public page', () => {
  const event = (site: WebsiteJson, fields: object) => ({
    site_key: site.site_key,
    name: 'pageview',
    ip: '198.51.100.7',
    user_agent: CHROME,
    ...fields,
  });
  const store = async (events: object[]): Promise<void> => {
    const answer = await request(platform.server)
      .post('/api/v1/events')
      .set('Authorization', platform.authorization)
      .send({ events });
    expect(answer.body.data.stored).toBe(events.length);
  };

  it('has no tile for a metric until it is measured', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    await store([event(site, { url: `https://${site.domain}/` })]);
    const before = await get(site);
    expect(numberIn(before.text, 'Page views')).toBe('1');
    expect(before.text).not.toContain('Time on page');
    expect(before.text).not.toContain('Scroll depth');
    const url = `https://${site.domain}/`;
    await platform.beacon({ k: site.site_key, u: url });
    await platform.beacon({ k: site.site_key, n: 'engagement', u: url, p: { e: 30_000, s: 60 } });
    const after = await get(site);
    expect(numberIn(after.text, 'Time on page')).toMatch(/^\d+s$/);
    expect(numberIn(after.text, 'Scroll depth')).toMatch(/%$/);
  });

  it('shows paths as browsers do, and keeps hidden characters encoded', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const paths = ['/caf\u00e9', '/\u65e5\u672c', '/a%2Fb', '/evil%E2%80%AEgnp.exe', '/100%'];
    await store(paths.map((path) => event(site, { url: `https://${site.domain}${path}` })));
    const { text } = await get(site);
    for (const shown of [
      '>/caf\u00e9</',
      '>/\u65e5\u672c</',
      '>/a%2Fb</',
      '>/evil%E2%80%AEgnp.exe</',
      '>/100%</',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('\u202e');
    const link = /href="(\?f=page%3D%2Fcaf[^"]*)"/.exec(text)?.[1] ?? '';
    const filtered = await get(site, link.replaceAll('&amp;', '&'));
    expect(filtered.text).toContain('Page is /caf\u00e9');
    expect(numberIn(filtered.text, 'Page views')).toBe('1');
  });

  it('says why there is nothing to show, and where there is something', async () => {
    const past = await get(open, '?from=2001-01-01&to=2001-01-05');
    expect(past.text).toContain('Nothing was counted in this period');
    expect(past.text).toContain('href="?period=all"');
    const unfit = await get(open, '?f=page%3D%2Fnever');
    expect(unfit.text).toContain('Nothing in this period fits the filters');
    const far = await get(open, '?panel=page&page=900');
    expect(far.text).toContain('The list ends before page 900');
    expect(far.text).not.toContain('Page 900 of');
    expect((await get(open, '?panel=utm_campaign&f=page%3D%2Fnever')).text).toContain('<h2>Campaigns</h2>');
  });

  it('shows shares in an opened list, and a way from there to a chart', async () => {
    const { text } = await get(open, '?panel=browser&metric=visits');
    expect(text).toMatch(/Share<\/th>/);
    const shares = [...text.matchAll(/<td class="num">([\d.]+)%<\/td>/g)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 0);
    expect(text).toContain('href="?metric=pageviews"');
    expect(text).not.toContain('<svg class="chart"');
  });

  it('treats reversed dates as the range between them', async () => {
    const { text } = await get(open, `?from=${addDays(today, -5)}&to=${addDays(today, -9)}`);
    expect(text).toContain(`name="from" value="${addDays(today, -9)}"`);
    expect(text).toContain(`name="to" value="${addDays(today, -5)}"`);
  });
});

describe('a website without visits', () => {
  it('shows the tracking code and waits', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const { text } = await get(site);
    const code = String(site['tracking_code']);
    expect(text).toContain(code.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'));
    expect(text).toContain('<noscript><meta http-equiv="refresh"');
    expect((await get(site, '/live')).body).toEqual({ visitors: 0, has_traffic: false });
  });
});

describe('a private statistics page', () => {
  let site: WebsiteJson;
  beforeAll(async () => {
    site = await platform.createWebsite();
  });

  it('is invisible to strangers and other organisations', async () => {
    const other = await platform.identity.bearer({ organisation: 'org_other' });
    for (const headers of [{}, { Authorization: other }, { Authorization: 'Bearer x' }] as Record<
      string,
      string
    >[]) {
      const { status, text } = await get(site, '', headers);
      expect(status).toBe(404);
      expect(text).not.toContain(site.domain);
      expect((await get(site, '/live', headers)).status).toBe(404);
    }
  });

  it('opens with a key of the organisation, and with a signed link until it expires', async () => {
    expect((await get(site, '', { Authorization: platform.authorization })).status).toBe(200);
    const answer = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/links`)
      .set('Authorization', platform.authorization)
      .send({ expires_in: 60 });
    expect(answer.status).toBe(201);
    const { search } = new URL(answer.body.data.url as string);
    const page = await get(site, search);
    expect(page.status).toBe(200);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect((await get(site, `/live${search}`)).status).toBe(200);
    expect(page.text).toContain(`/live${search}`.replaceAll('&', '&amp;'));
    expect((await get(site, `${search}x`)).status).toBe(404);
    expect((await get(open, search)).status).toBe(200);
    const another = await platform.createWebsite();
    expect((await get(another, search)).status).toBe(404);
  });

  it('lists links with their names and last use, and revokes one', async () => {
    const site = await platform.createWebsite();
    const path = `/api/v1/websites/${site.id}/links`;
    const auth = { Authorization: await platform.identity.bearer() };
    const make = async (name: string) =>
      (await request(platform.server).post(path).set(auth).send({ name })).body.data as {
        id: number;
        url: string;
      };
    const [agency, boss] = [await make('Agency'), await make('Boss')];
    const open = (url: string) => request(platform.server).get(url.slice(url.indexOf('/s/')));
    expect((await open(agency.url)).status).toBe(200);
    const list = await request(platform.server).get(path).set(auth);
    expect(list.body.data).toMatchObject([
      { name: 'Boss', url: boss.url, last_used_at: null },
      { name: 'Agency', url: agency.url, last_used_at: expect.any(String) },
    ]);
    const ended = await request(platform.server).delete(`${path}/${agency.id}`).set(auth);
    expect(ended.body).toMatchObject({ id: agency.id, object: 'link', deleted: true });
    expect((await open(agency.url)).status).toBe(404);
    expect((await open(boss.url)).status).toBe(200);
    expect((await request(platform.server).delete(`${path}/${agency.id}`).set(auth)).status).toBe(404);
  });

  it.each([
    ['password', [{ privacy: 2, password: 'one' }], { password: 'two' }, 200, 'password'],
    ['privacy', [{ privacy: 2, password: 'one' }], { privacy: 1 }, 404, ''],
  ])('revokes all earlier links when the %s changes', async (_what, before, change, status, text) => {
    const site = await platform.createWebsite(before[0]);
    const path = `/api/v1/websites/${site.id}`;
    const auth = { Authorization: await platform.identity.bearer() };
    const { body } = await request(platform.server).post(`${path}/links`).set(auth).send({});
    const link = (body.data.url as string).slice((body.data.url as string).indexOf('/s/'));
    expect((await request(platform.server).get(link)).text).toContain('Waiting for the first visit');
    // A change of anything else, and the same privacy again, leave them.
    await request(platform.server).put(path).set(auth).send({ email: 1, privacy: 2 });
    expect((await request(platform.server).get(link)).text).toContain('Waiting for the first visit');
    await request(platform.server).put(path).set(auth).send(change);
    const after = await request(platform.server).get(link);
    expect(after.status).toBe(status);
    expect(after.text).toContain(text);
    expect(after.text).not.toContain('Waiting for the first visit');
    expect((await request(platform.server).get(`${path}/links`).set(auth)).body.data).toEqual([]);
  });

  it('stays closed to everybody but the owner at privacy 2 without a password', async () => {
    const site = await platform.createWebsite({ privacy: 2 });
    const page = `/s/${site.site_key}`;
    expect((await request(platform.server).get(page)).text).toContain('password');
    const typed = await request(platform.server).post(page).type('form').send({ password: '' });
    expect(typed.status).toBe(401);
    const owner = await request(platform.server)
      .get(page)
      .set('Authorization', await platform.identity.bearer());
    expect(owner.text).toContain('Waiting for the first visit');
  });

  it('makes links for its own organisation only', async () => {
    const other = await platform.identity.bearer({ organisation: 'org_other' });
    const link = (headers: string, body: object) =>
      request(platform.server)
        .post(`/api/v1/websites/${site.id}/links`)
        .set('Authorization', headers)
        .send(body);
    expect((await link(other, {})).status).toBe(404);
    expect((await link(platform.authorization, { expires_in: 5 })).body.errors.expires_in).toHaveLength(1);
    expect((await link(await platform.identity.bearer({ scopes: ['websites:read'] }), {})).status).toBe(403);
  });
});

describe('a statistics page with a password', () => {
  const unlock = (site: WebsiteJson, password: string, address = '192.0.2.1') =>
    request(platform.server)
      .post(`/s/${site.site_key}`)
      .set('X-Forwarded-For', address)
      .type('form')
      .send({ password });

  it('opens with the password, for that browser, until the password changes', async () => {
    const site = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(site);
    expect(form.text).toContain('type="password"');
    expect(form.headers['set-cookie']).toBeUndefined();
    expect((await get(site, '/live')).status).toBe(404);

    expect((await unlock(site, 'wrong')).status).toBe(401);
    const opened = await unlock(site, 'open sesame');
    expect([opened.status, opened.headers['location']]).toEqual([303, `/s/${site.site_key}`]);
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toContain(`Path=/s/${site.site_key}`);
    const Cookie = cookie.split(';')[0] ?? '';
    expect((await get(site, '', { Cookie })).text).not.toContain('type="password"');

    await request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send({ password: 'another' });
    expect((await get(site, '', { Cookie })).text).toContain('type="password"');
  });

  it('returns to the requested view once the password is entered, and redirects nowhere else', async () => {
    const site = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(site, '?period=7d&f=country%3DDE&access=old&next=//evil.example');
    expect(form.text).toContain(`action="/s/${site.site_key}?period=7d&amp;f=country%3DDE"`);
    const opened = await request(platform.server)
      .post(`/s/${site.site_key}?period=7d&f=country%3DDE&next=//evil.example`)
      .type('form')
      .send({ password: 'open sesame' });
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      `/s/${site.site_key}?period=7d&f=country%3DDE`,
    ]);
  });

  it('stops password guessing', async () => {
    const site = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const answers = [];
    for (let attempt = 0; attempt < 7; attempt += 1)
      answers.push(await unlock(site, `guess ${attempt}`, '192.0.2.9'));
    expect(answers.map(({ status }) => status)).toContain(429);
    const last = answers.at(-1);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.text).toContain('Too many attempts');
    // Even the right one, from that address; another address is let in.
    expect((await unlock(site, 'open sesame', '192.0.2.9')).status).toBe(429);
    expect((await unlock(site, 'open sesame', '192.0.2.10')).status).toBe(303);
  });

  it('survives malformed forms', async () => {
    const site = await platform.createWebsite({ privacy: 2, password: 'open sesame' });
    const post = (body: string) =>
      request(platform.server)
        .post(`/s/${site.site_key}`)
        .set('Content-Type', 'application/x-www-form-urlencoded')
        .send(body);
    for (const body of [
      '',
      'password=a&password=b',
      'password[x]=1',
      `password=${'a'.repeat(5000)}`,
      'password=%00',
    ])
      expect((await post(body)).status).toBeLessThan(500);
  });
});

describe('addresses that are not pages', () => {
  it('answers 404 with a page that echoes nothing', async () => {
    for (const path of [
      '/s/nothing',
      '/s/<script>',
      '/s/a%00b',
      `/s/${'a'.repeat(300)}`,
      '/s/assets/x.css',
      '/s/assets/..%2fx',
    ]) {
      const { status, text } = await request(platform.server).get(encodeURI(decodeURI(path)));
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('<script>');
    }
  });
});

describe('embedding', () => {
  it('is allowed for origins that the owner names, and for nobody else', async () => {
    const site = await platform.createWebsite({
      privacy: 0,
      embed_origins: 'https://intranet.example\nhttps://wiki.example',
    });
    const { headers } = await get(site);
    expect(headers['content-security-policy']).toContain(
      'frame-ancestors https://intranet.example https://wiki.example',
    );
    expect(headers['x-frame-options']).toBeUndefined();
  });
});

it('sends the same page gzipped', async () => {
  const site = await platform.createWebsite({ privacy: 0 });
  const raw = await get(site, '', { 'Accept-Encoding': 'gzip' })
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          done(null, Buffer.concat(chunks));
        });
    });
  const body = raw.body as Buffer;
  const text = body[0] === 0x1f ? gunzipSync(body).toString() : body.toString();
  expect(text).toContain(site.domain);
  const plain = await get(site, '', { 'Accept-Encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toBe(text);
});
