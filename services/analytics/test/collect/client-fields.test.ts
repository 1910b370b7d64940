import request from 'supertest';

import { CHROME } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

const { platform, eventsOf } = useCollect();

let site: WebsiteJson;
beforeEach(async () => {
  site = await platform().createWebsite();
});

const pageOf = (path: string): string => `https://${site.domain}${path}`;
const pages = async () => (await eventsOf(site)).map(({ page }) => page);
const wordsOf = (): Promise<string[]> =>
  platform().db.database('dictionary').where({ website_id: site.id }).pluck('value');

const post = (path: string, body: unknown, type = 'text/plain') =>
  request(platform().server)
    .post(`/c/${site.site_key}/${path}`)
    .set({ 'Content-Type': type, 'User-Agent': CHROME })
    .send(typeof body === 'string' ? body : JSON.stringify(body));

describe('what Plausible’s clients leave out or write in another way', () => {
  const send = (body: object) =>
    post('api/event', { n: 'pageview', u: pageOf('/post'), d: site.domain, ...body }).expect(202);

  it('is a fragment, unless pages are told apart by it', async () => {
    await send({ u: pageOf('/docs#install') });
    await send({ u: pageOf('/docs?a=1#install'), h: 0 });
    await send({ u: pageOf('/app#/settings'), h: 1 });
    await send({ name: 'pageview', u: pageOf('/app#/start'), hashMode: true });
    expect(await pages()).toEqual(['/docs', '/docs?a=1', '/app#/settings', '/app#/start']);
  });

  it('is a name that is a number, and one of 120 characters', async () => {
    await send({ n: 404, p: { path: '/gone' } });
    await send({ n: 'x'.repeat(130) });
    await post('api/event', { n: 1.5, u: pageOf('/') }).expect(400);
    expect((await eventsOf(site)).map(({ name }) => name)).toEqual(['404', 'x'.repeat(120)]);
  });

  it('is a depth or a time as a text', async () => {
    await send({});
    await send({ n: 'engagement', sd: '60', e: '3000' });
    await send({ n: 'engagement', sd: 'deep', e: null });
    const [{ scroll, engaged_ms } = {}] = await platform()
      .db.database('visits')
      .where({ website_id: site.id })
      .select('scroll', 'engaged_ms');
    expect([scroll, engaged_ms]).toEqual([60, 3_000]);
  });

  it('are properties that say nothing', async () => {
    await send({ p: { author: '', plan: '  ', seats: 0, isNew: false, team: null } });
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([{ seats: 0, isNew: false }]);
  });
});

describe('what Matomo’s clients send beside the page', () => {
  it('is an anchor, and no page; a route is one', async () => {
    const view = (address: string) =>
      post(
        'matomo.php',
        new URLSearchParams({ idsite: '1', rec: '1', url: address }).toString(),
        'application/x-www-form-urlencoded',
      ).expect(200);
    await view(pageOf('/docs#install'));
    await view(pageOf('/app#/settings'));
    await view(pageOf('/old#!about'));
    expect(await pages()).toEqual(['/docs', '/app#/settings', '/old#!about']);
  });

  it('is the screen of an app, which has no address', async () => {
    const send = (fields: object) =>
      post('matomo.php', { requests: [{ idsite: 1, rec: 1, ...fields }] }).expect(200);
    await send({ action_name: 'App / start' });
    await send({ action_name: 'Screen / Über uns', url: '' });
    await send({ action_name: 'Help', url: 'app://com.example/help' });
    await send({});
    expect(await pages()).toEqual(['/App/start', '/Screen/%C3%9Cber%20uns', '/help', '/']);
  });

  it('is nothing where a field of a bulk request is null', async () => {
    const hit = { idsite: 1, rec: 1, url: pageOf('/a'), search: null, link: null, action_name: null };
    await post('matomo.php', { requests: [hit, { ...hit, cvar: { 1: ['Type', 'VIP'] } }] }).expect(200);
    expect((await eventsOf(site)).map(({ name, page, props }) => [name, page, props])).toEqual([
      [null, '/a', {}],
      [null, '/a', { Type: 'VIP' }],
    ]);
  });

  it('is where somebody searched, and how much they found', async () => {
    const hit = {
      idsite: 1,
      rec: 1,
      url: pageOf('/s'),
      search: ' Red Shoes',
      search_cat: 'Blog',
      search_count: 0,
    };
    await post('matomo.php', { requests: [hit] }).expect(200);
    expect((await eventsOf(site)).map(({ name, props }) => [name, props])).toEqual([
      ['Search', { term: 'red shoes', category: 'Blog', count: 0 }],
    ]);
  });
});

describe('what Matomo’s servers say of a visitor', () => {
  const get = (fields: Record<string, string>) =>
    request(platform().server)
      .get(`/c/${site.site_key}/matomo.php`)
      .query({ idsite: '1', rec: '1', url: pageOf('/'), ...fields })
      .set('User-Agent', CHROME);
  const visits = (): Promise<number[]> =>
    platform().db.database('visits').where({ website_id: site.id }).orderBy('started_at').pluck('pageviews');
  const withKey = async () => {
    const made = await request(platform().server)
      .post(`/api/v1/websites/${site.id}/server-key`)
      .set('Authorization', platform().authorization);
    return { token_auth: made.body.data.server_key as string, cid: 'aaaaaaaaaaaaaaaa' };
  };

  it('is a new visit, with or without a key', async () => {
    const key = await withKey();
    await get({}).expect(200);
    await get({ new_visit: '1' }).expect(200);
    await get({}).expect(200);
    expect(await visits()).toEqual([1, 2]);
    const past = Math.floor(Date.now() / 1000) - 7_200;
    for (const [at, more] of [
      [past, { new_visit: '1' }],
      [past, { new_visit: '1' }],
      [past + 60, { new_visit: '1' }],
      // Late: the day is put together anew.
      [past + 30, {}],
    ] as const)
      await get({ ...key, cdt: String(at), ...more }).expect(200);
    expect((await visits()).toSorted()).toEqual([1, 1, 2, 3]);
  });

  it('is the country with region and city, where a key vouches for it', async () => {
    const key = await withKey();
    await get({ country: 'fr', region: 'Bretagne', city: 'Rennes' }).expect(200);
    expect(await wordsOf()).not.toContain('Rennes');
    await get({ ...key, country: 'fr', region: 'Bretagne', city: 'Rennes' }).expect(200);
    expect(await wordsOf()).toEqual(expect.arrayContaining(['FR', 'Bretagne', 'Rennes']));
    const refused = await get({ ...key, country: 'France' });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('country')]);
  });

  it('is what the page is about', async () => {
    const product = { _pks: 'A-1', _pkn: 'Shoe', _pkc: 'Shoes', _pkp: '9.5' };
    await get({ _cvar: '{"1":["Plan","pro"]}', ...product }).expect(200);
    expect((await eventsOf(site)).map(({ props }) => props)).toEqual([
      { Plan: 'pro', sku: 'A-1', product: 'Shoe', category: 'Shoes', price: 9.5 },
    ]);
  });
});

describe('a page that GoatCounter’s clients name', () => {
  const count = (fields: Record<string, string>) =>
    request(platform().server)
      .get(`/c/${site.site_key}/count?${new URLSearchParams(fields).toString()}`)
      .set({ 'User-Agent': CHROME, Referer: pageOf('/') })
      .expect(200);

  it('is without the query of the address, which has the campaign', async () => {
    await count({ p: '/post', q: '?sort=asc&utm_campaign=Spring' });
    await count({ p: '/post?lang=de', q: '?lang=de&utm_campaign=Summer&ref=hn' });
    await post('api/v0/count', {
      hits: [{ path: '/api', query: 'b=2&utm_campaign=Autumn', session: 'x' }],
    }).expect(401);
    await request(platform().server)
      .post(`/c/${site.site_key}/api/v0/count`)
      .set('Authorization', platform().authorization)
      .send({ hits: [{ path: '/api', query: 'b=2&utm_campaign=Autumn', session: 'x' }] })
      .expect(202);
    expect(await pages()).toEqual(['/post', '/post?lang=de', '/api']);
    expect(await wordsOf()).toEqual(expect.arrayContaining(['spring', 'autumn']));
  });
});

describe('hosts with a dot at their end', () => {
  it('are the website’s own', async () => {
    await post('api/event', { n: 'pageview', u: `https://www.${site.domain}./x`, r: pageOf('/') });
    await post('api/event', { n: 'pageview', u: pageOf('/y'), r: 'https://www.google.com./search' });
    expect(await pages()).toEqual(['/x', '/y']);
  });
});
