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
const siteOf = async (pages: Readonly<Record<string, string>>): Promise<LoopbackSite> => {
  const site = await startSite(({ url = '/' }, response) => {
    const page = pages[url];
    if (url === '/robots.txt') response.end(ROBOTS);
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
