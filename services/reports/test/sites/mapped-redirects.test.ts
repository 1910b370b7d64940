import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

const listen = async (answer: RequestListener): Promise<{ server: Server; origin: string }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

let database: TestDatabase;
let service: TestService;
let api: TestClient;
const servers: Server[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { crawlSlice: 100, recoveryInterval: 200 });
  api = await service.client('org_a');
});
afterAll(async () => {
  await service.close();
  await database.drop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it('follows redirects that only the sitemap names, which don’t decide about the crawl', async () => {
  const other = await listen((_request, response) => response.end('<title>Other</title>'));
  let flaky = 0;
  const site = await listen((request, response) => {
    const path = request.url ?? '/';
    const to = (location: string) => response.writeHead(301, { location }).end();
    if (path === '/robots.txt')
      response.end('User-agent: *\nDisallow: /forbidden\nSitemap: /sitemap.xml\nCrawl-delay: 0\n');
    else if (path === '/sitemap.xml')
      response.end(
        `<urlset>${['/old', '/away', '/late', '/lonely'].map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`,
      );
    else if (path === '/old') to('/forbidden');
    else if (path === '/away') to(other.origin);
    else if (path === '/late') to('/flaky');
    // Answers as what /late leads to, and never when it is visited as a page of its own.
    else if (path === '/flaky' && (flaky += 1) > 1) response.destroy();
    else {
      response.setHeader('content-type', 'text/html');
      const link = { '/': '/linked', '/lonely': '/below' }[path];
      response.end(`<title>${path}</title>${link === undefined ? '' : `<a href="${link}">more</a>`}`);
    }
  });
  servers.push(site.server, other.server);
  const { body } = await api.post('/sites', JSON.stringify({ url: `${site.origin}/`, max_pages: 50 }), {
    'Content-Type': 'application/json',
  });
  const { id } = body.data as { id: number };
  await eventually(async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    expect(data).toMatchObject({ status: 'completed', error: null, host: new URL(site.origin).host });
  });
  const pages = (await api.get(`/sites/${id}/pages?per_page=100`)).body.data as {
    url: string;
    depth: number | null;
    error: string | null;
  }[];
  const found = Object.fromEntries(
    pages.map(({ url, depth, error }) => [url.replace(site.origin, ''), [depth, error]]),
  );
  expect(found).toMatchObject({
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
