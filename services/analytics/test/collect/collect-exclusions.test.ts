import { eventually } from '@platform/testing';
import request from 'supertest';

import { EVENT_KINDS } from '../../src/dimensions/dimension-names.ts';
import { CHROME } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

const { platform, eventsOf, dropsOf } = useCollect();
/** Facts about a website are read again after 30 s, whatever happens. */
const LONG_BEFORE_THE_CACHE = 20_000;

describe('what POST /collect leaves out', () => {
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
    const site = await platform().createWebsite({
      exclude_ips: '203.0.113.0/24\n2001:db8:1::1 - 2001:db8:1::ff',
    });
    const answer = await platform().beacon({ k: site.site_key, u: `https://${site.domain}/` }, headers);
    expect(answer.status).toBe(204);
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({ [reason]: 1 });
  });

  it('counts a missing page and a search once, however often their view is sent', async () => {
    const site = await platform().createWebsite();
    const hit = {
      k: site.site_key,
      u: `https://${site.domain}/gone?q=shoes`,
      i: 'view-1',
      d: { missing: '', search: 'q' },
      p: { t: 'Gone' },
    };
    for (let count = 0; count < 2; count += 1) await platform().beacon(hit);
    expect((await eventsOf(site)).map(({ name }) => name).toSorted()).toEqual(['404', 'Search', null]);
    expect(await dropsOf(site.id)).toEqual({ 8: 3 });
  });

  it('stores a view and the events told along with it together, or none of them', async () => {
    const site = await platform().createWebsite();
    const hit = {
      k: site.site_key,
      u: `https://${site.domain}/gone?q=shoes`,
      d: { missing: '', search: 'q' },
      p: { t: 'Gone' },
    };
    const { database } = platform().db;
    const check = `CHECK (kind <> ${EVENT_KINDS.event}) NOT VALID`;
    await database.raw(`ALTER TABLE events ADD CONSTRAINT no_events ${check}`);
    try {
      expect((await platform().beacon(hit)).status).toBe(500);
    } finally {
      await database.raw('ALTER TABLE events DROP CONSTRAINT no_events');
    }
    expect(await eventsOf(site)).toEqual([]);
    // Without an id, a view that was stored the first time would now count twice.
    expect((await platform().beacon(hit)).status).toBe(204);
    expect((await eventsOf(site)).map(({ name }) => name).toSorted()).toEqual(['404', 'Search', null]);
  });

  it('drops referrer spam and pages of other domains', async () => {
    const site = await platform().createWebsite();
    await platform().beacon({
      k: site.site_key,
      u: `https://${site.domain}/`,
      p: { r: 'https://www.semalt.com/crawler.php' },
    });
    await platform().beacon({ k: site.site_key, u: 'https://elsewhere.example/' });
    expect(await dropsOf(site.id)).toEqual({ 5: 1, 6: 1 });
  });

  it('stores bots when exclude_bots is 0, and accepts subdomains and their origin', async () => {
    const site = await platform().createWebsite({ exclude_bots: 0 });
    await platform().beacon(
      { k: site.site_key, u: `https://blog.${site.domain}/a` },
      { 'User-Agent': 'Googlebot/2.1', Origin: `https://blog.${site.domain}` },
    );
    expect(await eventsOf(site)).toMatchObject([{ page: `blog.${site.domain}/a` }]);
  });

  it('trusts only the proxy for the address', async () => {
    const site = await platform().createWebsite({ exclude_ips: '203.0.113.5' });
    const body = { k: site.site_key, u: `https://${site.domain}/` };
    await platform().beacon(body, { 'X-Forwarded-For': '203.0.113.5, 198.51.100.1' });
    expect(await eventsOf(site)).toHaveLength(1);
    await platform().beacon(body, { 'X-Forwarded-For': '198.51.100.1, 203.0.113.5' });
    expect(await dropsOf(site.id)).toEqual({ 4: 1 });
  });

  it('removes excluded parameters before anything is stored', async () => {
    const site = await platform().createWebsite({ exclude_params: 'session*\nutm_source\n*token' });
    await platform().beacon({
      k: site.site_key,
      u: `https://${site.domain}/p?SessionId=1&a=1&csrf_token=x&utm_source=s&utm_campaign=c`,
    });
    const words = await platform().db.database('dictionary').where({ website_id: site.id }).pluck('value');
    expect(words).toContain('/p?a=1');
    expect(words).toContain('c');
    expect(words).not.toContain('s');
  });

  it('applies changed exclusions on every instance long before its cache expires', async () => {
    const site = await platform().createWebsite();
    const other = await platform().startInstance();
    const hit = () =>
      request(other.server)
        .post('/collect')
        .set({ 'User-Agent': CHROME, 'X-Forwarded-For': '192.0.2.9', 'Content-Type': 'text/plain' })
        .send(JSON.stringify({ k: site.site_key, u: `https://${site.domain}/` }));
    await hit();
    expect(await eventsOf(site)).toHaveLength(1);
    await request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send({ exclude_ips: '192.0.2.0/24' })
      .expect(200);
    await eventually(async () => {
      await hit();
      expect((await dropsOf(site.id))[4]).toBeGreaterThan(0);
    }, LONG_BEFORE_THE_CACHE);
    await request(platform().server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .expect(200);
    await eventually(async () => {
      const before = (await dropsOf(0))[1] ?? 0;
      await hit();
      expect((await dropsOf(0))[1]).toBeGreaterThan(before);
    }, LONG_BEFORE_THE_CACHE);
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
    const answer = await request(platform().server)
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
    const post = () => request(platform().server).post('/collect');
    const bytes = await post()
      .set('Content-Type', 'text/plain')
      .send(Buffer.from([0x22, 0xff, 0x22]).toString('latin1'));
    expect(bytes.status).toBe(400);
    expect((await post().set('Content-Type', 'application/x-www-form-urlencoded').send('k=1')).status).toBe(
      415,
    );
    const get = await request(platform().server).get('/collect');
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST']);
  });

  it.each([
    ['nested properties', { a: { b: 1, c: [true, 'x'] } }, { 'a.b': 1, 'a.c.0': true, 'a.c.1': 'x' }],
    ['text in the place of properties', 'pro', { value: 'pro' }],
    ['characters that can’t be stored', { a: 'x\0y', b: '\ud800' }, { a: 'xy', b: '\ufffd' }],
    ['a long text', { a: 'x'.repeat(501) }, { a: 'x'.repeat(500) }],
  ])('salvages %s', async (_what, p, expected) => {
    const site = await platform().createWebsite();
    await platform()
      .beacon({ k: site.site_key, n: 'Paid', u: `https://${site.domain}/`, p })
      .expect(204);
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([expected]);
  });
});
