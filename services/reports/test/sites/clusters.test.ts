import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';

let database: TestDatabase;
let service: TestService;
let site: Server;
let origin: string;

const HREFLANG = (languages: readonly string[]) =>
  languages.map((code) => `<link rel="alternate" hreflang="${code}" href="${origin}/${code}">`).join('');
const TEXT = `<p>${'Shoes for every season, every road and every pair of feet. '.repeat(20)}</p>`;
const HEADS: Record<string, () => string> = {
  '/': () => '',
  '/en': () => HREFLANG(['en', 'de']),
  '/de': () => HREFLANG(['de', 'en']),
  '/shoes?sort=price': () => `<link rel="canonical" href="${origin}/shoes">`,
  '/shoes': () => `<link rel="canonical" href="${origin}/shoes">`,
  '/alone': () => `<link rel="canonical" href="${origin}/alone">`,
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const head = HEADS[request.url ?? ''];
    response.setHeader('content-type', 'text/html');
    if (head === undefined) response.writeHead(404).end();
    else
      response.end(
        `<!doctype html><html lang="en"><title>Page</title><meta name="description" content="A page">${head()}${TEXT}${Object.keys(
          HEADS,
        )
          .map((path) => `<a href="${path}">To ${path}</a>`)
          .join('')}</html>`,
      );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  database = await openTestDatabase();
  service = await startService(database, { recoveryInterval: 500 });
});
afterAll(async () => {
  await service.close();
  await database.drop();
  site.closeAllConnections();
  site.close();
});

it('lists pages by canonical address and by language versions, in any order', async () => {
  const api = await service.client('org_a');
  const { id } = (await api.post('/sites', { url: `${origin}/`, max_pages: 20 })).body.data;
  await eventually(async () => {
    expect((await api.get(`/sites/${id}`)).body.data.status).toBe('completed');
  });
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
  const own = Object.keys(HEADS).filter((path) => path !== '/shoes?sort=price');
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
