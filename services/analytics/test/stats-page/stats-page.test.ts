import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import request from 'supertest';

import { addDays } from '../../src/calendar/local-day.ts';
import { HIT_DIMENSIONS } from '../../src/dimensions/dimension-names.ts';
import { worldGeometry } from '../../src/stats-page/world-map.ts';
import type { WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import type { Traffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { numberIn, today, useStatsPage, ZONE } from './page-harness.ts';

const { platform, open, get } = useStatsPage();

/** Traffic that fills every list with long values that have little in common, and the map. */
const fullTraffic = (websiteId: number): Traffic => {
  const traffic = randomTraffic({
    websiteId,
    zone: ZONE,
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

describe('a public statistics page', () => {
  it('shows the numbers that the API answers', async () => {
    const { status, text, headers } = await get(open());
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    const answer = await request(platform().server)
      .post(`/api/v1/stats/${open().id}/query`)
      .set('Authorization', platform().authorization)
      .send({ metrics: ['visitors', 'visits', 'pageviews'], date_range: '28d' });
    const { visitors, visits, pageviews } = answer.body.data.rows[0].metrics;
    expect(visits).toBeGreaterThan(500);
    const shown = [numberIn(text, 'Visitors'), numberIn(text, 'Visits'), numberIn(text, 'Page views')];
    expect(shown.map((value) => Number(value.replace(',', '')))).toEqual([visitors, visits, pageviews]);
  });

  it('needs no scripts, inline styles or third-party resources', async () => {
    const { text, headers } = await get(open());
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'self'; script-src 'self'",
    );
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(
      /\sstyle="|<style|\son\w+="|<script(?![^>]*\s(?:src=|type="application\/json"))/,
    );
    const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, url = '']) => url);
    const own = `https://${open().domain}/#notrack=`;
    expect(addresses.filter((url) => !/^(\?|\/s\/|data:,)/.test(url) && !url.startsWith(own))).toEqual([]);
    expect(text).toContain('<svg class="drawing"');
  });

  it('weighs at most 13 KB, and its script 45 KB, even at its fullest', async () => {
    const full = await platform().createWebsite({ privacy: 0, timezone: ZONE });
    await storeTraffic(platform().db.database, fullTraffic(full.id));
    const range = `from=${addDays(today, -99)}&to=${today}&compare=previous_period&metric=visit_duration`;
    const query = `?${range}&access=1796256000.wUXhgwVxV14Iu8x2g4WitvAh28vZz9l_3QzX7kzNNAM&f=device%3Ddesktop`;
    const sizeOf = async (path: string) => {
      const answer = await request(platform().server)
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
    expect(text.match(/<span class="value-name"/g)?.length).toBeGreaterThanOrEqual(3 * 9);
    expect(text.match(/<th scope="row">/g)?.length).toBeGreaterThan(90);
    const assets = [...text.matchAll(/"(\/s\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(2);
    const parts = await Promise.all([`/s/${full.site_key}${query}`, ...assets].map(sizeOf));
    expect(parts.every(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(true);
    const [page = 0, style = 0, script = 0] = parts.map(({ size }) => size);
    expect(page).toBeLessThan(13_000);
    expect(style).toBeLessThan(10_000);
    expect(script).toBeLessThan(45_000);
    expect(parts[1]?.headers['cache-control']).toContain('immutable');
  });

  it('names a domain as people write it', async () => {
    const made = await request(platform().server)
      .post('/api/v1/websites')
      .set('Authorization', platform().authorization)
      .send({ domain: 'müller.example', privacy: 0 });
    const { text } = await get(made.body.data as WebsiteJson);
    expect(text).toContain('<h1>müller.example</h1>');
    expect(text).toContain('<title>Statistics of müller.example</title>');
  });

  it('may be indexed by search engines, unlike the others', async () => {
    const answer = await get(open());
    expect(answer.headers['x-robots-tag']).toBeUndefined();
    expect(answer.text).not.toContain('noindex');
    const hidden = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(hidden);
    expect(form.headers['x-robots-tag']).toBe('noindex');
    expect(form.text).toContain('<meta name="robots" content="noindex"');
  });

  it('filters by what is clicked, and has a page for each long list', async () => {
    const all = await get(open());
    const link = /href="(\?[^"]*f=country%3DDE[^"]*)"/.exec(all.text)?.[1] ?? '';
    const filtered = await get(open(), link.replaceAll('&amp;', '&'));
    expect(filtered.text).toContain('Country is Germany');
    expect(Number(numberIn(filtered.text, 'Visits'))).toBeGreaterThan(0);
    expect(Number(numberIn(filtered.text, 'Visits'))).toBeLessThan(
      Number(numberIn(all.text, 'Visits').replace(',', '')),
    );
    const list = await get(open(), '?panel=page&f=country%3DDE');
    expect(list.text).toContain('>Close</a>');
    expect(list.text).toContain('/blog/100%');
  });

  it('compares, accepts dates, and ignores what it does not understand', async () => {
    const compared = await get(open(), '?period=7d&compare=previous_period&metric=pageviews');
    expect(compared.text).toContain('compared with');
    expect((await get(open(), '?period=7d&compare=none')).text).not.toContain('class="before"');
    expect(compared.text).toContain('class="before"');
    const days = await get(open(), `?from=${addDays(today, -9)}&to=${addDays(today, -5)}`);
    expect(days.text).toMatch(new RegExp(`name="from"[^>]* value="${addDays(today, -9)}"`));
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
      expect((await get(open(), nonsense)).status).toBe(200);
  });

  it('shows visitors’ text as plain text', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
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
    await storeTraffic(platform().db.database, traffic);
    const { text } = await get(site, `?f=${encodeURIComponent('page~<script>')}`);
    expect(text).toContain('&lt;script>');
    expect(text).not.toContain('<script>');
    expect((await get(site)).text).not.toContain('<img');
  });

  it('shows who is on the site now', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    const answer = await platform().beacon({ k: site.site_key, u: `https://${site.domain}/now` });
    expect(answer.status).toBe(204);
    expect((await get(site, '/live')).body).toEqual({ visitors: 1, has_traffic: true });
    expect((await get(site, '?period=today')).text).toMatch(/>1 visitor now</);
  });
});

describe('lists that the statistics page loads on demand', () => {
  let site: WebsiteJson;
  beforeAll(async () => {
    site = await platform().createWebsite({ privacy: 0 });
    const hit = (body: object) =>
      platform()
        .beacon({ k: site.site_key, ...body })
        .expect(204);
    const u = `https://${site.domain}/?utm_source=paper&utm_medium=print&utm_term=shoes&utm_content=top`;
    await hit({ u });
    await hit({ u, n: 'Signup', p: { plan: 'pro', 'a=b': '<x>' } });
    await hit({ u, n: 'Signup', p: { plan: 'free' } });
    await hit({ u, n: 'Paid', p: { plan: 'pro' } });
  });

  const page = async (query = '') =>
    (await request(platform().server).get(`/s/${site.site_key}${query}`).expect(200)).text;
  /** The rows of the list that is open: name and number. */
  const rows = (text: string): string[] =>
    [
      ...(/<dialog[^]*<\/dialog>/.exec(text)?.[0] ?? '').matchAll(
        /<th scope="row">([\s\S]*?)<\/th><td class="number">(\d+)/g,
      ),
    ].map(([, name = '', count = '']) => `${name.replace(/<[^>]+>/g, '').trim()} ${count}`);

  it.each([
    ['utm_source', 'UTM sources', 'paper'],
    ['utm_medium', 'UTM media', 'print'],
    ['utm_term', 'UTM terms', 'shoes'],
    ['utm_content', 'UTM contents', 'top'],
  ])('has the list %s, which the front page only names', async (panel, title, value) => {
    const front = await page();
    expect(front).toMatch(new RegExp(`href="\\?sources=${panel}"[^>]*>${title}</a>`));
    expect(front).not.toContain(`>${value}</`);
    expect(await page(`?sources=${panel}`)).toContain(`>${value}</`);
    const list = await page(`?panel=${panel}`);
    expect(list).toContain(title);
    expect(rows(list)).toEqual([`${value} 1`]);
  });

  it('lists properties of events, the values of each, and filters by a value', async () => {
    expect(await page()).toMatch(/href="\?actions=properties"[^>]*>Properties<\/a>/);
    const names = await page('?panel=properties');
    expect(names).toMatch(/>plan <span class="quiet">3<[^]*>a=b <span class="quiet">1</);
    expect(names).toContain('href="?actions=properties&amp;property=plan"');
    const values = await page('?panel=prop%3Aplan');
    expect(rows(values)).toEqual(['pro 2', 'free 1']);
    expect(values).toContain('href="?f=prop%3Aplan%3Dpro"');
    const filtered = await page('?f=prop%3Aplan%3Dpro&panel=event');
    expect(filtered).toContain('plan is pro');
    expect(rows(filtered).sort()).toEqual(['Paid 1', 'Signup 1']);
  });

  it('shows values of a property by which an address can’t filter as plain text', async () => {
    const values = await page('?panel=prop%3Aa%3Db');
    expect(rows(values)).toEqual(['&lt;x> 1']);
    expect(values).not.toContain('f=prop');
    expect(await page('?panel=prop%3A')).toContain('Where visitors come from');
  });

  it('offers not to be counted', async () => {
    const text = await page();
    expect(text).toContain(`href="https://${site.domain}/#notrack=1"`);
    expect(text).toContain(`href="https://${site.domain}/#notrack=0"`);
  });
});

it('sends the same page gzipped', async () => {
  const site = await platform().createWebsite({ privacy: 0 });
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
      const { status, text } = await request(platform().server).get(encodeURI(decodeURI(path)));
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('<script>');
    }
  });
});

describe('embedding', () => {
  it('is allowed for origins that the owner names, and for nobody else', async () => {
    const site = await platform().createWebsite({
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
