import type { FetchedResponse, Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import type { WaitingPage } from '../../src/sites/crawl.ts';
import { createCrawlService } from '../../src/sites/crawl-service.ts';
import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const unused = (): never => {
  throw new Error('not expected here');
};
const nothing = (): Promise<void> => Promise.resolve();

/**
 * Crawls without a network: every robots.txt is there, names its origin and has a certificate for it.
 * @returns whose certificate and robots.txt each page was judged by, and what was asked
 */
const crawl = async (urls: readonly string[], follows: boolean) => {
  const judged: Record<string, unknown> = {};
  const asked: string[] = [];
  const guard: Pick<Guard, 'fetch' | 'inspectTls'> = {
    fetch: (url) => {
      asked.push(url);
      const { origin } = new URL(url);
      const response: FetchedResponse = {
        body: Buffer.from(`Sitemap: ${origin}/map.xml\n`),
        transferBytes: 1,
        encoding: null,
        truncated: false,
        finalUrl: url,
        redirects: [],
        status: url.endsWith('/robots.txt') ? 200 : 404,
        headers: [['content-type', 'text/plain']],
        timeToFirstByte: 1,
        totalTime: 1,
      };
      return Promise.resolve(response);
    },
    inspectTls: (origin) =>
      Promise.resolve({
        protocol: 'TLSv1.3',
        cipher: 'x',
        alpn: null,
        authorized: true,
        authorizationError: null,
        issuer: 'x',
        subject: new URL(origin).host,
        validFrom: '2026-01-01T00:00:00Z',
        validTo: '2027-01-01T00:00:00Z',
      }),
  };
  const waiting = urls.map((url, id): WaitingPage => ({
    id,
    url,
    depth: 0,
    isExternal: false,
    isStart: false,
  }));
  const done = new Set<number>();
  const ends: string[] = [];
  const crawling = createCrawlService({
    store: {
      claimNext: () =>
        Promise.resolve({
          siteId: 1,
          id: 'claim',
          url: urls[0] ?? '',
          host: new URL(urls[0] ?? '').host,
          follows,
          maxPages: 10,
          attempt: 1,
          isMapped: true,
          organisation: 'org_a',
          credentials: null,
        }),
      renew: () => Promise.resolve(true),
      next: (_, limit) => Promise.resolve(waiting.filter(({ id }) => !done.has(id)).slice(0, limit)),
      finishPage: (_, { id }) => {
        done.add(id);
        return Promise.resolve();
      },
      hashes: () => Promise.resolve([]),
      complete: () => {
        ends.push('complete');
        return Promise.resolve();
      },
      addMapped: nothing,
      release: unused,
      moveTo: unused,
      fail: unused,
      stalled: unused,
    },
    guard,
    queue: { enqueue: unused, state: unused },
    vault: { open: unused },
    visit: async ({ id, url }, factsOf) => {
      const { robots, tls } = await factsOf(url);
      judged[url] = [robots.ok && robots.text.trim(), tls?.subject];
      return { id, error: null, httpStatus: 200, finalUrl: url, mediaType: 'text/html', survey: null };
    },
    requestsPerSecond: 1000,
    logger: silentLogger(),
  });
  await crawling.process();
  expect(ends).toEqual(['complete']);
  return { judged, asked };
};

it('judges each page of a list by the robots.txt and the certificate of its own origin', async () => {
  const urls = [
    'https://old.example/a',
    'https://new.example/b',
    'http://old.example/c',
    'https://new.example/d',
  ];
  const { judged, asked } = await crawl(urls, false);
  expect(judged).toEqual({
    'https://old.example/a': ['Sitemap: https://old.example/map.xml', 'old.example'],
    'https://new.example/b': ['Sitemap: https://new.example/map.xml', 'new.example'],
    'http://old.example/c': ['Sitemap: http://old.example/map.xml', undefined],
    'https://new.example/d': ['Sitemap: https://new.example/map.xml', 'new.example'],
  });
  expect(asked).toHaveLength(3);
});

it('knows the certificate of a site that was entered with http:', async () => {
  const { judged } = await crawl(['http://site.example/', 'https://site.example/'], true);
  expect(judged).toMatchObject({
    'https://site.example/': ['Sitemap: https://site.example/map.xml', 'site.example'],
  });
});

describe('a list of two hosts', () => {
  let database: TestDatabase;
  let service: TestService;
  let closed: LoopbackSite;
  let open: LoopbackSite;
  beforeAll(async () => {
    closed = await startSite(({ url }, response) => {
      if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /\n');
    });
    open = await startSite();
    database = await openTestDatabase();
    service = await startService(database, { recoveryInterval: 500 });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
    await closed.close();
    await open.close();
  });

  it.each(['first', 'last'])('finds what robots.txt disallows on the %s one only', async (place) => {
    const api = await service.client('org_a');
    const urls = [`${closed.origin}/`, `${open.origin}/`];
    const sent = JSON.stringify({ urls: place === 'first' ? urls : urls.toReversed() });
    const { body } = await api.post('/sites', sent, { 'Content-Type': 'application/json' });
    await eventually(async () => {
      expect((await api.get(`/sites/${body.data.id}`)).body.data.status).toBe('completed');
    });
    const problems = (await api.get(`/sites/${body.data.id}/problems?per_page=100`)).body.data as {
      id: string;
      items: { url: string }[];
    }[];
    const blocked = problems.find(({ id }) => id === 'indexable');
    expect(blocked?.items.map(({ url }) => url)).toEqual([`${closed.origin}/`]);
  });
});
