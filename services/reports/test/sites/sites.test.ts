import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

const TEXT =
  'How a young tree is planted in a small garden, watered through its first two summers, and cut back in late winter before the buds open. ';
const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">To ${href}</a>`).join(' ');

/** A site with one of each problem. `/later/…` goes on without end. */
const startSite = async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}`);
    const html = (content: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(content);
    const n = Number(/^\/later\/(\d+)$/.exec(path)?.[1] ?? -1);
    if (n >= 0) html(page(`Later ${n}`, links(`/later/${n + 1}`)));
    else if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /private\nSitemap: /map.xml\n');
    else if (path === '/map.xml')
      response.end(
        `<urlset><url><loc>${origin}/orphan</loc></url><url><loc>${origin}/a</loc></url><url><loc>${origin}/hidden</loc></url></urlset>`,
      );
    else if (path === '/')
      html(page('Start', links('/a', '/b', '/gone', '/old', '/private/x', '/a#part', '/file.pdf')));
    else if (path === '/a') html(page('Twin', `<p>${TEXT.repeat(3)}</p>${links('/', '/gone')}`));
    else if (path === '/b')
      html(page('Twin', `<p>${TEXT.repeat(3)}</p>`, '<link rel="canonical" href="/gone">'));
    else if (path.startsWith('/same/'))
      html(page(path, `<p>${path}</p>`, '<meta name="description" content="Planting young trees.">'));
    else if (path === '/orphan') html(page('Orphan', '<p>Nobody links here.</p>'));
    else if (path === '/hidden') html(page('Hidden', '', '<meta name="robots" content="noindex">'));
    else if (path === '/old') response.writeHead(301, { location: '/a' }).end();
    else if (path === '/file.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
};

let database: TestDatabase;
let service: TestService;
let api: TestClient;
let other: TestClient;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  site = await startSite();
  database = await openTestDatabase();
  service = await startService(database, { crawlSlice: 100, recoveryInterval: 200 });
  api = await service.client('org_a');
  other = await service.client('org_b');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await site.close();
});

const finished = async (id: number) =>
  eventually(async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    if (data.status === 'pending' || data.status === 'running') throw new Error(`still ${data.status}`);
    return data;
  });
const create = async (fields: object): Promise<number> => {
  const { status, body, headers } = await api.post('/sites', JSON.stringify(fields), {
    'Content-Type': 'application/json',
  });
  expect(status).toBe(201);
  expect(headers['location']).toBe(`/api/v1/sites/${body.data.id}`);
  expect(body.data).toMatchObject({ status: 'pending', error: null });
  return body.data.id;
};
const problemsOf = async (id: number) => {
  const { data } = (await api.get(`/sites/${id}/problems?per_page=100`)).body;
  return new Map<string, { total: number; items: { url: string; note: string | null }[] }>(
    data.map((problem: { id: string }) => [problem.id, problem]),
  );
};

describe('a crawl', () => {
  let id: number;
  beforeAll(async () => {
    id = await create({ url: `${site.origin}/`, max_pages: 50 });
    await finished(id);
  });

  it('visits what links and sitemaps lead to, once each, and obeys robots.txt', async () => {
    expect((await api.get(`/sites/${id}`)).body.data).toMatchObject({
      status: 'completed',
      mode: 'crawl',
      progress: { found: 9, done: 9 },
    });
    const { body } = await api.get(`/sites/${id}/pages?per_page=100`);
    const byPath = new Map(
      body.data.map((found: { url: string }) => [found.url.replace(site.origin, ''), found]),
    );
    expect(byPath.get('/')).toMatchObject({ depth: 0, http_status: 200, title: 'Start' });
    expect(byPath.get('/a')).toMatchObject({ depth: 1, in_sitemap: true, indexable: true });
    expect(byPath.get('/gone')).toMatchObject({ depth: 1, http_status: 404 });
    expect(byPath.get('/old')).toMatchObject({ final_url: `${site.origin}/a` });
    expect(byPath.get('/private/x')).toMatchObject({ http_status: null, error: 'robots' });
    expect(byPath.get('/orphan')).toMatchObject({ depth: null, in_sitemap: true });
    expect(byPath.get('/file.pdf')).toMatchObject({ media_type: 'application/pdf', title: null });
    expect(site.requests.filter((line) => line === 'GET /b')).toHaveLength(1);
    expect(site.requests.filter((line) => line.includes('/private'))).toEqual([]);
  });

  it('lists problems with the places that have them', async () => {
    const problems = await problemsOf(id);
    const urls = (problem: string) =>
      problems.get(problem)?.items.map(({ url }) => url.replace(site.origin, ''));
    expect(urls('broken-links')).toEqual(['/', '/a']);
    expect(problems.get('broken-links')?.items[0]?.note).toBe(`${site.origin}/gone (404)`);
    expect(problems.get('redirected-links')?.items).toEqual([
      { url: `${site.origin}/`, note: `${site.origin}/old → ${site.origin}/a` },
    ]);
    expect(urls('duplicate-titles')).toEqual(['/a', '/b']);
    expect(urls('duplicate-content')).toHaveLength(1);
    expect(urls('orphan-pages')).toEqual(expect.arrayContaining(['/hidden', '/orphan']));
    expect(urls('unindexable-in-sitemap')).toEqual(['/hidden']);
    expect(urls('canonical-targets')).toEqual(['/b']);
    expect(problems.get('meta-description')?.total).toBe(5);
    expect(problems.has('duplicate-descriptions')).toBe(false);
    const { body } = await api.get(`/sites/${id}/pages?check=meta-description&per_page=100`);
    expect(body.meta.total).toBe(5);
  });

  it('can be downloaded as CSV', async () => {
    const pages = await api.get(`/sites/${id}/export`);
    expect(pages.headers['content-type']).toContain('text/csv');
    expect(pages.text.split('\r\n')).toHaveLength(11);
    const problems = await api.get(`/sites/${id}/export?of=problems`);
    expect(problems.text).toContain('broken-links,');
  });

  it('belongs to its organisation', async () => {
    for (const path of ['', '/pages', '/problems', '/export'])
      expect((await other.get(`/sites/${id}${path}`)).status).toBe(404);
    expect((await other.post(`/sites/${id}/cancel`)).status).toBe(404);
    expect((await other.delete(`/sites/${id}`)).status).toBe(404);
    expect((await other.get('/sites')).body.data).toEqual([]);
    expect((await api.get('/sites')).body.data[0].id).toBe(id);
  });
});

it('goes on at the host that the start address leads to', async () => {
  const away = createServer((_request, response) => {
    response.writeHead(302, { location: `${site.origin}/later/500` }).end();
  });
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  const { port } = away.address() as AddressInfo;
  const id = await create({ url: `http://127.0.0.1:${port}/`, max_pages: 8 });
  expect(await finished(id)).toMatchObject({
    status: 'completed',
    host: new URL(site.origin).host,
    progress: { done: 8 },
  });
  const { body } = await api.get(`/sites/${id}/pages?per_page=100`);
  expect(body.data.map(({ depth }: { depth: number | null }) => depth)).toEqual(
    expect.arrayContaining([0, 0, 1, 2]),
  );
  away.closeAllConnections();
  away.close();
});

it('stops at max_pages', async () => {
  const id = await create({ url: `${site.origin}/later/0`, max_pages: 12 });
  const { status, progress } = await finished(id);
  // Three of them are the sitemap’s.
  expect({ status, done: progress.done, found: progress.found }).toEqual({
    status: 'completed',
    done: 12,
    found: 12,
  });
});

it('visits a list of addresses and follows nothing', async () => {
  const id = await create({ urls: [`${site.origin}/a`, `${site.origin}/gone`, `${site.origin}/a#x`] });
  const done = await finished(id);
  expect(done).toMatchObject({ mode: 'list', status: 'completed', progress: { found: 2, done: 2 } });
});

it('finds descriptions that several pages have', async () => {
  const urls = ['/same/1', '/same/2', '/a'].map((path) => `${site.origin}${path}`);
  const id = await create({ urls });
  await finished(id);
  const found = (await problemsOf(id)).get('duplicate-descriptions')?.items ?? [];
  expect(found.map(({ url, note }) => [url, note]).sort()).toEqual(
    urls.slice(0, 2).map((url) => [url, 'Planting young trees.']),
  );
});

it('fails with a code when the start can’t be reached', async () => {
  const id = await create({ url: 'http://127.0.0.1:1/' });
  expect(await finished(id)).toMatchObject({ status: 'failed', error: 'connect' });
});

it('goes on where a dead worker stopped', async () => {
  const id = await create({ url: `${site.origin}/later/100`, max_pages: 9 });
  await finished(id);
  // As a worker that was killed leaves it: claimed, with half of its pages visited.
  await database
    .database('sites')
    .where({ id })
    .update({
      status: 'running',
      finished_at: null,
      claim: '00000000-0000-4000-8000-000000000000',
      claimed_until: new Date(Date.now() - 1000),
      updated_at: new Date(Date.now() - 60_000),
    });
  await database
    .database('site_pages')
    .where({ site_id: id })
    .where('depth', '>', 2)
    .update({ state: 'waiting' });
  const before = site.requests.filter((line) => line === 'GET /later/100').length;
  expect(await finished(id)).toMatchObject({ status: 'completed', progress: { done: 9 } });
  expect(site.requests.filter((line) => line === 'GET /later/100')).toHaveLength(before);
});

it('ends when it is cancelled, and can be deleted', async () => {
  const id = await create({ url: `${site.origin}/later/1000`, max_pages: 10_000 });
  const { status, body } = await api.post(`/sites/${id}/cancel`);
  expect({ status, is: body.data.status }).toEqual({ status: 200, is: 'cancelled' });
  expect((await api.post(`/sites/${id}/cancel`)).body.data.status).toBe('cancelled');
  expect((await api.delete(`/sites/${id}`)).status).toBe(200);
  expect((await api.get(`/sites/${id}`)).status).toBe(404);
});

it.each([
  ['nothing', {}, 'url'],
  ['an address inside', { url: 'http://10.0.0.1/' }, 'url'],
  ['a refused address in a list', { urls: ['http://10.0.0.1/'] }, 'urls'],
  ['both', { url: 'http://127.0.0.1/', urls: ['http://127.0.0.1/'] }, 'urls'],
  ['too many', { urls: Array.from({ length: 1001 }, (_, n) => `http://127.0.0.1/${n}`) }, 'urls'],
  ['too many pages', { url: 'http://127.0.0.1/', max_pages: 10_001 }, 'max_pages'],
  ['no pages', { url: 'http://127.0.0.1/', max_pages: 0 }, 'max_pages'],
])('refuses %s by name', async (_, fields, field) => {
  const { status, body } = await api.post('/sites', JSON.stringify(fields), {
    'Content-Type': 'application/json',
  });
  expect(status).toBe(422);
  expect(body.errors).toHaveProperty(field);
});
