import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import { brokenTargets, startMadeSite } from './made-sites.ts';
import type { MADE_SITES, MadeSite } from './made-sites.ts';

let database: TestDatabase;
let service: TestService;
let api: TestClient;
const sites: MadeSite[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { recoveryInterval: 200 });
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  for (const site of sites) await site.close();
});

interface Problem {
  id: string;
  total: number;
  items: { url: string; note: string | null }[];
}

const crawl = async (url: string, fields: object = {}) => {
  const { body } = await api.post('/sites', { url, ...fields });
  const id: number = body.data.id;
  await eventually(async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    if (data.status !== 'completed') throw new Error(`still ${data.status}`);
  });
  const problems: Problem[] = (await api.get(`/sites/${id}/problems?per_page=100`)).body.data;
  return { id, problems };
};
const crawlMade = async (name: keyof typeof MADE_SITES) => {
  const site = await startMadeSite(name);
  sites.push(site);
  return { ...(await crawl(`${site.origin}/`)), origin: site.origin };
};
const notesOf = (problems: readonly Problem[], id: string, origin: string): string[] =>
  problems
    .find((problem) => problem.id === id)
    ?.items.map(({ url, note }) => `${url}: ${note ?? ''}`.replaceAll(origin, '')) ?? [];

it('finds missing files in every notation', async () => {
  const { problems, origin, id } = await crawlMade('blog');
  expect(brokenTargets(problems, origin)).toEqual([
    '/about/people/bob',
    '/cited-gone',
    '/feed-gone.xml',
    '/film-gone.mp4',
    '/gone.png',
    '/nofollowed-gone',
    '/noscript-gone.png',
    '/object-gone.svg',
    '/poster-gone.jpg',
    '/script-gone.js',
    '/small-gone.webp',
  ]);
  expect(notesOf(problems, 'missing-files', origin)).toContain('/posts/3: /gone.png (404)');
  const { data } = (await api.get(`/sites/${id}`)).body;
  expect(data.progress).toMatchObject({ found: 73, done: 73, external_found: 0 });
  expect(data.progress.files_found).toBeGreaterThan(10);
  expect(data.progress.files_done).toBe(data.progress.files_found);
});

it('finds places that aren’t on the page, what maps and frames lead to, and language versions', async () => {
  const { problems, origin } = await crawlMade('documentation');
  expect(notesOf(problems, 'broken-fragments', origin)).toEqual([
    '/: /#nowhere',
    '/: /guide.html#gone',
    '/area: /guide.html#also-gone',
  ]);
  expect(brokenTargets(problems, origin)).toEqual([
    '/#nowhere',
    '/area-gone',
    '/de-canonical-gone',
    '/fr-gone',
    '/frame-gone',
    '/guide.html#also-gone',
    '/guide.html#gone',
    '/in-frame-gone',
  ]);
  expect(notesOf(problems, 'hreflang-targets', origin)).toEqual(['/: fr: /fr-gone (404)']);
});

it('follows redirects with their length, and tells loops, refreshes and structured data', async () => {
  const { problems, origin, id } = await crawlMade('shop');
  expect(brokenTargets(problems, origin)).toEqual([
    '/background-gone.png',
    '/failing',
    '/forbidden',
    '/gone',
    '/inline-gone.png',
    '/product-gone.jpg',
    '/refresh-gone',
    '/round',
    '/social-gone.png',
    '/to-gone',
  ]);
  expect(notesOf(problems, 'redirect-chains', origin)).toEqual(['/: /hop → /hop2 → /hop3 → /landed (3)']);
  const { data } = (await api.get(`/sites/${id}/pages?per_page=100`)).body;
  const hop = data.find(({ url }: { url: string }) => url === `${origin}/hop`);
  expect(hop.redirects.map(({ status }: { status: number }) => status)).toEqual([302, 301, 307]);
  expect(hop.score).toBeNull();
});

it('recognises pages that only look like an answer', async () => {
  const soft = '<title>Oops</title><h1>Oops</h1><p>We could not find what you wanted in our shop today.</p>';
  const site = await startSite(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    if (url === '/')
      response.end('<title>Start</title><a href="/real">a</a><a href="/gone">b</a><a href="/lost">c</a>');
    else if (url === '/real') response.end('<title>Real</title><p>A page of its own, about old trees.</p>');
    else if (url !== '/robots.txt' && url !== '/sitemap.xml') response.end(soft);
  });
  const { problems, id } = await crawl(`${site.origin}/`);
  expect(notesOf(problems, 'soft-404', site.origin)).toEqual(['/gone: Oops', '/lost: Oops']);
  expect(problems.find((problem) => problem.id === 'unknown-addresses')?.items[0]?.note).toBe('200');
  const { data } = (await api.get(`/sites/${id}/pages?per_page=100`)).body;
  expect(data.map((one: { soft_404: boolean }) => one.soft_404)).toEqual([false, false, true, true]);
  await site.close();
});

it('doesn’t call a whole app missing, whose every address answers the same', async () => {
  const site = await startSite(({ url }, response) => {
    if (url === '/robots.txt' || url === '/sitemap.xml') return;
    response.setHeader('content-type', 'text/html');
    response.end(
      '<title>App</title><nav><a href="/one">One</a> <a href="/two#part">Two</a></nav><div id="root"></div><script src="/app.js"></script>',
    );
  });
  const { problems } = await crawl(`${site.origin}/`);
  expect(notesOf(problems, 'soft-404', site.origin)).toEqual([]);
  expect(notesOf(problems, 'broken-fragments', site.origin)).toEqual([]);
  await site.close();
});

it('bounds what a page may make it look up', async () => {
  let asked = 0;
  const site = await startSite(({ url = '' }, response) => {
    asked += 1;
    if (url !== '/' && !/^\/\d+$/.test(url)) return;
    const from = Number(url.slice(1)) * 5000;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>x</title>${Array.from({ length: 5000 }, (_, n) => `<img src="/i${from + n}.png" alt=""><a href="#f${n}">x</a>`).join('')}`,
    );
  });
  const { id } = await crawl(`${site.origin}/`);
  const { data } = (await api.get(`/sites/${id}`)).body;
  expect(data.progress.files_found).toBe(500);
  expect(asked).toBeLessThan(1200);
  const rows = await database.database('site_fragments').where({ site_id: id });
  expect(rows).toHaveLength(500);
  await site.close();
});

it('asks again where a server was busy, and not for ever, and follows what refreshes itself', async () => {
  const asked = new Map<string, number>();
  const site = await startSite(({ url = '' }, response) => {
    const times = (asked.get(url) ?? 0) + 1;
    asked.set(url, times);
    if (['/busy', '/limited'].includes(url) && times === 1)
      response.writeHead(url === '/busy' ? 503 : 429, { 'retry-after': '0' }).end();
    else if (url.startsWith('/down')) response.writeHead(503, { 'retry-after': '0' }).end();
    else if (/^\/(?:busy|limited|moved|$)/.test(url)) {
      response.setHeader('content-type', 'text/html');
      const head = url === '/moved' ? '<meta http-equiv="refresh" content="0;URL=\'/moved-to\'">' : '';
      const paths = ['/busy', '/limited', '/moved', ...Array.from({ length: 8 }, (_, n) => `/down/${n}`)];
      const links = url === '/' ? paths.map((path) => `<a href="${path}">To ${path}</a>`).join(' ') : '';
      response.end(`<!doctype html><title>A page</title>${head}${links}`);
    }
  });
  const { id, problems } = await crawl(`${site.origin}/`);
  const broken = brokenTargets(problems, site.origin);
  expect(broken.filter((path) => !path.startsWith('/down'))).toEqual([]);
  expect(broken).toHaveLength(8);
  const { data } = (await api.get(`/sites/${id}/pages?per_page=100`)).body;
  const statusOf = (path: string) =>
    data.find(({ url }: { url: string }) => url === `${site.origin}${path}`)?.http_status;
  expect(['/busy', '/limited', '/moved-to'].map(statusOf)).toEqual([200, 200, 200]);
  // A site that is down altogether is not asked thrice for each of its pages.
  const down = [...asked]
    .filter(([path]) => path.startsWith('/down'))
    .reduce((sum, [, times]) => sum + times, 0);
  expect(down).toBeLessThan(8 * 3);
  await site.close();
});
