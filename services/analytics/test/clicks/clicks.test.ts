import { readFile } from 'node:fs/promises';

import request from 'supertest';

import { MOST_ELEMENTS, MOST_PAGES } from '../../src/clicks/click.ts';
import { boundedSums, createClicksStore } from '../../src/clicks/clicks-store.ts';
import { createDeleteClicks } from '../../src/deletions/create-deletions.ts';
import { selectionOf } from '../../src/deletions/deletion.ts';
import type { Filter, Operator } from '../../src/stats/query/filter.ts';
import { buildClicks } from '../../src/tracker/build.ts';
import { createClicksScript } from '../../src/tracker/tracker-router.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { maintenanceOn } from '../maintenance/maintenance-on.ts';

describe('clicks by element', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    request(platform.server)
      .post('/collect/clicks')
      .set({
        'Content-Type': 'text/plain',
        'User-Agent': CHROME,
        'X-Forwarded-For': '198.51.100.7',
        ...headers,
      })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const click = (site: WebsiteJson, path: string, fields: object = {}) => ({
    k: site.site_key,
    u: `https://${site.domain}${path}`,
    e: '>#menu>li.2>a.0',
    t: 4711,
    l: `${site.domain}/pricing`,
    w: false,
    ...fields,
  });
  const read = async (site: WebsiteJson, query = '') => {
    const answer = await request(platform.server)
      .get(`/api/v1/stats/${site.id}/clicks${query}`)
      .set('Authorization', await platform.identity.bearer());
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.data as {
      total: number;
      pages: { page: string; clicks: number }[];
      elements: {
        page: string;
        selector: string;
        text_hash: string;
        link: string;
        clicks: number;
        narrow: number;
      }[];
    };
  };

  it('are counted by page, element and width', async () => {
    const site = await platform.createWebsite();
    await send(click(site, '/?utm_source=x')).expect(204);
    await send(click(site, '/', { w: true })).expect(204);
    await send(click(site, '/', { e: '>main.1>button.0', t: -12, l: undefined })).expect(204);
    await send(click(site, '/shop', { l: 'other.example/page?secret=1' })).expect(204);
    const { total, pages, elements } = await read(site);
    expect([total, pages]).toEqual([
      4,
      [
        { page: '/', clicks: 3 },
        { page: '/shop', clicks: 1 },
      ],
    ]);
    const nav = { selector: '#menu>li.2>a.0', text_hash: '4711' };
    expect(elements).toEqual([
      { ...nav, page: '/', link: '/pricing', clicks: 2, narrow: 1 },
      { page: '/', selector: 'main.1>button.0', text_hash: '-12', link: '', clicks: 1, narrow: 0 },
      { ...nav, page: '/shop', link: 'other.example/page', clicks: 1, narrow: 0 },
    ]);
    expect((await read(site, '?page=/shop')).total).toBe(1);
    expect((await read(site, '?width=narrow')).total).toBe(1);
    expect((await read(site, '?date_range=yesterday')).total).toBe(0);
    expect((await read(site, '?from=2020-01-01&to=2020-01-31')).elements).toEqual([]);
  });

  it('are left out where a view of the page would be', async () => {
    const site = await platform.createWebsite({
      exclude_bots: 1,
      exclude_ips: '203.0.113.0/24',
      exclude_pages: '/admin/*',
      page_rules: '/user/* => /user',
    });
    await send(click(site, '/'), { 'User-Agent': 'Googlebot/2.1' }).expect(204);
    await send(click(site, '/', { b: true })).expect(204);
    await send(click(site, '/'), { 'X-Forwarded-For': '203.0.113.9' }).expect(204);
    await send(click(site, '/admin/users')).expect(204);
    await send(click(site, '/'), { Origin: 'https://evil.example' }).expect(204);
    await send({ ...click(site, '/'), u: 'https://evil.example/' }).expect(204);
    await send({ ...click(site, '/'), k: 'unknown' }).expect(204);
    expect((await read(site)).total).toBe(0);
    // A page's rules apply to links, too: no ids of people.
    await send(click(site, '/user/ada', { l: `${site.domain}/user/grace` })).expect(204);
    expect((await read(site)).elements).toMatchObject([{ page: '/user', link: '/user' }]);
    expect(JSON.stringify(await platform.db.database('click_days'))).not.toMatch(/ada|grace|198\.51/);
  });

  it.each([
    ['not JSON', 'hello'],
    ['a list', '[]'],
    ['no key', '{"u":"https://a.example/","e":">a.0"}'],
    ['no address', '{"k":"x","e":">a.0"}'],
    [
      'a selector with more than names and places',
      '{"k":"x","u":"https://a.example/","e":">a.0[value=secret]"}',
    ],
    ['an id with digits', '{"k":"x","u":"https://a.example/","e":">#user-4711"}'],
    ['words', '{"k":"x","u":"https://a.example/","e":">a.0","t":"Ada Lovelace"}'],
    ['a link that is none', '{"k":"x","u":"https://a.example/","e":">a.0","l":{}}'],
  ])('are refused with %s', async (_, body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('are refused when they are huge or of another type', async () => {
    expect((await send(`"${'x'.repeat(20_000)}"`)).status).toBe(413);
    expect((await send('k=x', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
  });

  it('are all there when many come at once', async () => {
    const site = await platform.createWebsite();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(click(site, '/', { t: index % 3 }))),
    );
    expect(answers.every(({ status }) => status === 204)).toBe(true);
    const { elements } = await read(site);
    expect(elements.map(({ clicks }) => clicks)).toEqual([20, 20, 20]);
  });

  it('are bounded by page and day, and count the rest together', () => {
    const one = { websiteId: 1, day: '2026-03-01', isNarrow: false, textHash: '', link: '' };
    const many = Array.from({ length: MOST_ELEMENTS + 50 }, (_, index) => ({
      ...one,
      page: '/',
      selector: `a.${index}`,
    }));
    const sums = boundedSums(many, [], 0);
    expect(sums).toHaveLength(MOST_ELEMENTS + 1);
    expect(sums.find(({ selector }) => selector === '')?.clicks).toBe(50);
    const pages = ['/new', '/newer'].map((page) => ({ ...one, page, selector: 'a.0' }));
    expect(boundedSums(pages, [], MOST_PAGES - 1).map(({ page, selector }) => [page, selector])).toEqual([
      ['/new', 'a.0'],
      ['', ''],
    ]);
    const known = [{ page: '/newer', is_narrow: false, element: 'x' }];
    expect(boundedSums(pages, known, MOST_PAGES).map(({ page }) => page)).toEqual(['', '/newer']);
  });

  it('stay bounded in the database', async () => {
    const site = await platform.createWebsite();
    const store = createClicksStore(platform.db.database);
    const one = {
      websiteId: site.id,
      day: '2026-03-01',
      isNarrow: false,
      textHash: '',
      link: '',
      selector: 'a.0',
    };
    const ofPages = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...one, page: `/${from + index}` }));
    await store.add(ofPages(0, MOST_PAGES - 10));
    await store.add(ofPages(MOST_PAGES - 10, 30));
    await store.add(ofPages(0, 5));
    const rows = await platform.db.database('click_days').where({ website_id: site.id });
    expect(rows).toHaveLength(MOST_PAGES + 1);
    const { total } = await store.of(site.id, { from: '2026-03-01', to: '2026-03-01' }, {});
    expect(total).toBe(MOST_PAGES + 25);
  });

  it('go with the days that are no longer kept, and with their website', async () => {
    const site = await platform.createWebsite({ retention_months: 1 });
    const store = createClicksStore(platform.db.database);
    const one = { websiteId: site.id, isNarrow: false, textHash: '', link: '', selector: 'a.0', page: '/' };
    const today = new Date().toISOString().slice(0, 10);
    await store.add([
      { ...one, day: '2020-01-01' },
      { ...one, day: today },
    ]);
    const maintenance = maintenanceOn(platform.db, Date.now);
    await maintenance.sweep();
    const days = () => platform.db.database('click_days').where({ website_id: site.id }).pluck('day');
    expect(await days()).toHaveLength(1);
    await request(platform.server)
      .delete(`/api/v1/websites/${site.id}`)
      .set('Authorization', await platform.identity.bearer())
      .expect(200);
    await maintenance.sweep();
    expect(await days()).toEqual([]);
  });

  it('go with the days and pages that their owner deletes', async () => {
    const site = { ...(await platform.createWebsite()), timezone: 'UTC' };
    const { database } = platform.db;
    const store = createClicksStore(database);
    const one = { websiteId: site.id, isNarrow: false, textHash: '', link: '', selector: 'a.0' };
    await store.add(
      ['/', '/Junk/1', '/junk/2', '/(x)'].flatMap((page) => [
        { ...one, page, day: '2026-03-01' },
        { ...one, page, day: '2026-03-02' },
      ]),
    );
    const left = async () =>
      (
        await database('click_days').where({ website_id: site.id }).orderBy(['day', 'page']).select('page')
      ).map(({ page }: { page: string }) => page);
    const remove = (filter: Filter, from = '2026-03-01', to = '2026-03-02') =>
      createDeleteClicks(database)(selectionOf(site, { from, to }, filter));
    const page = (operator: Operator, ...values: string[]): Filter => ({
      dimension: 'page',
      operator,
      values,
    });
    // Clicks know neither events nor visits.
    await remove({ dimension: 'event', operator: 'is', values: ['order'] });
    await remove({ dimension: 'country', operator: 'is', values: ['DE'] });
    expect(await left()).toHaveLength(8);
    await remove(page('matches', '/junk/*'));
    expect(await left()).toEqual(['/', '/(x)', '/', '/(x)']);
    await remove(page('contains', '(X)'), '2026-03-02');
    expect(await left()).toEqual(['/', '/(x)', '/']);
    await remove({ and: [page('is_not', '/'), { or: [page('is', '/none'), page('matches_not', '/a*')] }] });
    expect(await left()).toEqual(['/', '/']);
    await remove({ and: [] }, '2026-03-01', '2026-03-01');
    expect(await left()).toEqual(['/']);
  });

  it('belong to their organisation, and need the scope of statistics', async () => {
    const site = await platform.createWebsite();
    const asked = async (identity: object) =>
      request(platform.server)
        .get(`/api/v1/stats/${site.id}/clicks`)
        .set('Authorization', await platform.identity.bearer(identity));
    expect((await asked({ organisation: 'org_other' })).status).toBe(404);
    expect((await asked({ scopes: ['websites:write'] })).status).toBe(403);
    const wrong = await request(platform.server)
      .get(`/api/v1/stats/${site.id}/clicks?width=huge&from=soon`)
      .set('Authorization', await platform.identity.bearer());
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['from', 'width']]);
  });
});

describe('the script for clicks', () => {
  it('is built from its source, weighs at most 500 bytes, and stores nothing', async () => {
    const built = await readFile(new URL('../../src/tracker/clicks.min.js', import.meta.url), 'utf8');
    expect(built).toBe(await buildClicks());
    expect(createClicksScript('/js/t.js', '/collect').gzip.length).toBeLessThanOrEqual(500);
    expect(built.replaceAll('localStorage.notrack', '')).not.toMatch(
      /cookie|localStorage|sessionStorage|indexedDB|caches|eval|Function\(|clientX|pageX|\.value/,
    );
  });
});
