import type { RequestListener } from 'node:http';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const ROBOTS = 'User-agent: *\nDisallow: /forbidden\nSitemap: /map.xml\n';
const to = (href: string): string => `<title>To ${href}</title><a href="${href}">more</a>`;

let database: TestDatabase;
let service: TestService;
let api: TestClient;
const sites: LoopbackSite[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { crawlSlice: 100, recoveryInterval: 200 });
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  for (const site of sites) await site.close();
});

/** A site of pages by path; a path or an address instead of a page is where it redirects to. */
const siteOf = async (pages: Readonly<Record<string, string | RequestListener>>): Promise<LoopbackSite> => {
  const site = await startSite((incoming, response) => {
    const { url = '/' } = incoming;
    const page = pages[url];
    if (url === '/robots.txt') response.end(ROBOTS);
    else if (typeof page === 'function') page(incoming, response);
    else if (page === undefined) response.writeHead(404).end();
    else if (/^(\/|http)/.test(page)) response.writeHead(301, { location: page }).end();
    else response.setHeader('content-type', 'text/html').end(page);
  });
  sites.push(site);
  return site;
};

const create = async ({ origin }: LoopbackSite): Promise<number> => {
  const { body } = await api.post('/sites', JSON.stringify({ url: `${origin}/`, max_pages: 50 }), {
    'Content-Type': 'application/json',
  });
  return (body.data as { id: number }).id;
};

const finished = async (id: number) =>
  eventually(async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    if (data.status === 'pending' || data.status === 'running') throw new Error(`still ${data.status}`);
    return data;
  });

/** The depth and the error of each page, by path. */
const pagesOf = async (id: number, { origin }: LoopbackSite) => {
  const { data } = (await api.get(`/sites/${id}/pages?per_page=100`)).body;
  return Object.fromEntries(
    (data as { url: string; depth: number | null; error: string | null }[]).map((page) => [
      page.url.replace(origin, ''),
      [page.depth, page.error],
    ]),
  );
};

it('knows how far pages are although the sitemap names those on the way', async () => {
  const site = await siteOf({
    '/map.xml': '<urlset><url><loc>/section</loc></url><url><loc>/orphan</loc></url></urlset>',
    '/': to('/section'),
    '/section': to('/below'),
    '/below': to('/deeper'),
    '/deeper': to('/'),
    '/orphan': to('/deeper'),
  });
  const id = await create(site);
  expect(await finished(id)).toMatchObject({ status: 'completed' });
  expect(await pagesOf(id, site)).toEqual({
    '/': [0, null],
    '/section': [1, null],
    '/below': [2, null],
    '/deeper': [3, null],
    '/orphan': [null, null],
  });
});

it('goes on with a crawl whose pages an older version took for starts', async () => {
  const site = await siteOf({
    '/map.xml': '<urlset><url><loc>/old</loc></url></urlset>',
    '/': to('/page'),
    '/page': to('/'),
    '/old': '/forbidden',
  });
  const id = await create(site);
  await finished(id);
  // As older versions left what a redirect led to that only the sitemap named.
  const forbidden = { site_id: id, url: `${site.origin}/forbidden` };
  await database.database('site_pages').where(forbidden).update({ depth: 0, error: null, state: 'waiting' });
  await database
    .database('sites')
    .where({ id })
    .update({ status: 'running', finished_at: null, updated_at: new Date(Date.now() - 60_000) });
  expect(await finished(id)).toMatchObject({ status: 'completed', error: null });
  expect(await pagesOf(id, site)).toMatchObject({ '/forbidden': [0, 'robots'] });
});

it('fails when what the start redirects to is disallowed', async () => {
  const site = await siteOf({ '/map.xml': '<urlset></urlset>', '/': '/forbidden', '/forbidden': to('/') });
  expect(await finished(await create(site))).toMatchObject({ status: 'failed', error: 'robots' });
});

it('reads the sitemaps of the host that the start leads to', async () => {
  const site = await siteOf({
    '/map.xml': '<urlset><url><loc>/orphan</loc></url></urlset>',
    '/': to('/page'),
    '/page': to('/'),
    '/orphan': to('/'),
  });
  const before = await siteOf({ '/map.xml': '<urlset></urlset>', '/': `${site.origin}/` });
  const id = await create(before);
  expect(await finished(id)).toMatchObject({ status: 'completed' });
  expect(await pagesOf(id, site)).toMatchObject({ '/page': [1, null], '/orphan': [null, null] });
});

it('follows redirects that only the sitemap names, which don’t decide about the crawl', async () => {
  const other = await siteOf({ '/': '<title>Other</title>' });
  const mapped = ['/old', '/away', '/late', '/lonely'].map((loc) => `<url><loc>${loc}</loc></url>`);
  let flaky = 0;
  const site = await siteOf({
    '/map.xml': `<urlset>${mapped.join('')}</urlset>`,
    '/': to('/linked'),
    '/linked': '<title>/linked</title>',
    '/old': '/forbidden',
    '/away': other.origin,
    '/late': '/flaky',
    // Answers as what /late leads to, and never when it is visited as a page of its own.
    '/flaky'(_request, response) {
      flaky += 1;
      if (flaky > 1) response.destroy();
      else response.setHeader('content-type', 'text/html').end('<title>/flaky</title>');
    },
    '/lonely': to('/below'),
    '/below': '<title>/below</title>',
  });
  const id = await create(site);
  expect(await finished(id)).toMatchObject({
    status: 'completed',
    error: null,
    host: new URL(site.origin).host,
  });
  expect(await pagesOf(id, site)).toMatchObject({
    '/': [0, null],
    '/linked': [1, null],
    '/old': [null, null],
    '/forbidden': [null, 'robots'],
    '/away': [null, null],
    '/late': [null, null],
    '/flaky': [null, 'connect'],
    '/lonely': [null, null],
    // No way leads there from the start.
    '/below': [null, null],
  });
});

const PATHS = ['/', '/en', '/de', '/shoes?sort=price', '/shoes', '/alone'];

/** A site with a page in two languages, and one with two addresses. */
const clusteredSite = async (): Promise<LoopbackSite> => {
  const text = `<p>${'Shoes for every season, every road and every pair of feet. '.repeat(20)}</p>`;
  const links = PATHS.map((path) => `<a href="${path}">To ${path}</a>`).join('');
  const canonical = (path: string): string => `<link rel="canonical" href="${site.origin}${path}">`;
  const languages = (codes: readonly string[]): string =>
    codes.map((code) => `<link rel="alternate" hreflang="${code}" href="${site.origin}/${code}">`).join('');
  const headOf = (path: string): string => {
    if (path === '/') return '';
    if (path === '/en') return languages(['en', 'de']);
    if (path === '/de') return languages(['de', 'en']);
    return canonical(path.replace('?sort=price', ''));
  };
  const page =
    (path: string): RequestListener =>
    (_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><html lang="en"><title>Page</title><meta name="description" content="A page">${headOf(path)}${text}${links}</html>`,
        );
    };
  const site = await siteOf(Object.fromEntries(PATHS.map((path) => [path, page(path)])));
  return site;
};

it('lists pages by canonical address and by language versions, in any order', async () => {
  const site = await clusteredSite();
  const { origin } = site;
  const id = await create(site);
  expect(await finished(id)).toMatchObject({ status: 'completed' });
  const { status, body } = await api.get(`/sites/${id}/clusters`);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      kind: 'canonical',
      url: `${origin}/shoes`,
      versions: null,
      total: 2,
      pages: [`${origin}/shoes`, `${origin}/shoes?sort=price`],
    },
    {
      kind: 'hreflang',
      url: `${origin}/de`,
      versions: [
        { language: 'de', url: `${origin}/de` },
        { language: 'en', url: `${origin}/en` },
      ],
      total: 2,
      pages: [`${origin}/de`, `${origin}/en`],
    },
  ]);
  expect(body.meta.total).toBe(2);

  // A variant that names its canonical page duplicates nothing.
  const own = PATHS.filter((path) => path !== '/shoes?sort=price');
  const problems = (await api.get(`/sites/${id}/problems?per_page=100`)).body.data;
  const places = (problem: string): { url: string; note: string }[] =>
    problems.find((found: { id: string }) => found.id === problem).items;
  for (const problem of ['duplicate-titles', 'duplicate-descriptions'])
    expect(places(problem).map(({ url }) => url.replace(origin, ''))).toEqual(own.toSorted());
  expect(places('duplicate-content').map(({ url }) => url.replace(origin, ''))).toEqual(
    own.filter((path) => path !== '/').toSorted(),
  );
  expect(new Set(places('duplicate-content').map(({ note }) => note))).toEqual(new Set([`like ${origin}/`]));
  const second = await api.get(`/sites/${id}/clusters?per_page=10&page=2`);
  expect(second.body.data).toEqual([]);
  expect(second.body.meta.total).toBe(2);
  const stranger = await service.client('org_b');
  expect((await stranger.get(`/sites/${id}/clusters`)).status).toBe(404);
});

describe('a list of two hosts', () => {
  let closed: LoopbackSite;
  let open: LoopbackSite;
  beforeAll(async () => {
    closed = await startSite(({ url }, response) => {
      if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /\n');
    });
    open = await startSite();
    sites.push(closed, open);
  });

  it.each(['first', 'last'])('finds what robots.txt disallows on the %s one only', async (place) => {
    const urls = [`${closed.origin}/`, `${open.origin}/`];
    const sent = JSON.stringify({ urls: place === 'first' ? urls : urls.toReversed() });
    const { body } = await api.post('/sites', sent, { 'Content-Type': 'application/json' });
    expect(await finished(body.data.id)).toMatchObject({ status: 'completed' });
    const problems = (await api.get(`/sites/${body.data.id}/problems?per_page=100`)).body.data as {
      id: string;
      items: { url: string }[];
    }[];
    const blocked = problems.find(({ id }) => id === 'indexable');
    expect(blocked?.items.map(({ url }) => url)).toEqual([`${closed.origin}/`]);
  });
});
