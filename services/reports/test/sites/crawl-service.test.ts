import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { createGuard } from '@platform/guard';
import type { FetchedResponse, Guard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';

import type { SiteClaim, VisitedPage } from '../../src/sites/crawled-pages-store.ts';
import type { WaitingPage } from '../../src/sites/site.ts';
import { createCrawlPace, createCrawlService } from '../../src/sites/crawl-service.ts';
import type { CrawlServiceDeps } from '../../src/sites/crawl-service.ts';
import { startSite } from '../loopback-site.ts';

const unused = (): never => {
  throw new Error('not expected here');
};

const OUTCOME = {
  score: null,
  summary: { rules: '1', pages: 0, errors: 0, broken: 0, isCut: false, categories: {}, problems: {} },
  changes: null,
  gotWorse: false,
};

const nothingAt = (id: number): VisitedPage => ({
  id,
  error: null,
  httpStatus: 404,
  finalUrl: null,
  mediaType: null,
  redirects: [],
  survey: null,
});

/** A service without a database and a queue: what isn't given must not be asked for. */
const serviceWith = ({
  store,
  ...parts
}: Omit<Partial<CrawlServiceDeps>, 'store'> & { store: Partial<CrawlServiceDeps['store']> }) =>
  createCrawlService({
    store: {
      stalled: unused,
      claimNext: unused,
      renew: unused,
      release: unused,
      next: unused,
      addMapped: unused,
      moveTo: unused,
      finishPage: unused,
      noteUnknown: unused,
      unknownAddress: unused,
      texts: unused,
      note: unused,
      nextSample: () => Promise.resolve(undefined),
      noteRendered: unused,
      forgetOld: () => Promise.resolve(),
      complete: unused,
      fail: unused,
      ...store,
    },
    queue: { enqueue: unused, state: unused },
    guard: { fetch: unused, inspectTls: unused },
    vault: { open: unused },
    visit: unused,
    outcomes: { of: () => Promise.resolve(OUTCOME) },
    requestsPerSecond: 10,
    logger: silentLogger(),
    ...parts,
  });

const claimOf = (url: string, parts: Partial<SiteClaim>): SiteClaim => ({
  siteId: 1,
  id: 'claim',
  url,
  host: new URL(url).host,
  follows: true,
  maxPages: 10,
  attempt: 1,
  isMapped: true,
  requestId: null,
  organisation: 'org_a',
  credentials: null,
  seriesId: 1,
  renderPages: 0,
  unknownAddress: null,
  ...parts,
});

describe('the pace of a crawl', () => {
  const pages = [
    'http://slow.example/1',
    'http://slow.example/2',
    'http://fast.example/1',
    'http://fast.example/2',
  ].map((url) => ({ url, isExternal: false }));
  const urls = (chosen: readonly { url: string }[]): string[] => chosen.map(({ url }) => url.slice(7));

  it('keeps the delay of each host, and lets others go on meanwhile', () => {
    let now = 1_000;
    const pace = createCrawlPace(() => now);
    // A host without known wishes is tried with one page.
    expect(urls(pace.choose(pages, 4))).toEqual(['slow.example/1', 'fast.example/1']);
    pace.learn('http://slow.example/1', 10);
    pace.learn('http://fast.example/1', 0);
    pace.ask('http://slow.example/1');
    pace.ask('http://fast.example/1');
    const left = pages.filter(({ url }) => !url.endsWith('/1'));
    expect(urls(pace.choose(pages, 4))).toEqual(['fast.example/1', 'fast.example/2']);
    expect(pace.untilFirst(left)).toBe(0);
    expect(pace.untilFirst(left.slice(0, 1))).toBe(10_000);
    expect(pace.untilAll()).toBe(10_000);
    now += 10_000;
    expect(urls(pace.choose(left, 4))).toEqual(['slow.example/2', 'fast.example/2']);
    expect(pace.untilAll()).toBe(0);
  });
});

describe('the recovery of stalled crawls', () => {
  /** Returns the crawls requested for sites 1 to 5, which all wait for somebody to crawl them. */
  const recovered = async (state: CrawlServiceDeps['queue']['state']): Promise<readonly number[]> => {
    const asked: number[] = [];
    const crawling = serviceWith({
      store: { stalled: () => Promise.resolve([1, 2, 3, 4, 5]) },
      queue: { enqueue: (siteId) => Promise.resolve(void asked.push(siteId)), state },
    });
    await crawling.recoverStalled();
    return asked;
  };

  const withJobs = (waiting: number, delayed: number) => () =>
    Promise.resolve({ isShared: true, waiting, active: 0, delayed, workers: null });

  it.each([
    ['no job waits', withJobs(0, 0), [1, 2, 3, 4, 5]],
    ['fewer jobs wait than sites', withJobs(1, 1), [3, 4, 5]],
    ['there is a job for each', withJobs(9, 0), []],
    ['the queue doesn’t say', () => Promise.reject(new Error('away')), [1, 2, 3, 4, 5]],
  ])('asks for as many sites as lack a job where %s', async (_, state, sites) => {
    expect(await recovered(state)).toEqual(sites);
  });
});

describe('a slice of a crawl', () => {
  /** Answers one path late: once something has happened. */
  const late =
    (path: string, body: string): ((happening: () => Promise<unknown>) => RequestListener) =>
    (happening) =>
    ({ url }, response) => {
      if (url !== path) return;
      response.setHeader('x-later', '1');
      void happening().then(() => response.end(body));
    };

  /**
   * Crawls a site without pages for a slice.
   * @param listenerOf the site's answers; they may wait until the claim was renewed three times
   * @returns what was asked of the store and the queue, as it grows
   */
  const crawl = async (
    listenerOf: (renewed: () => Promise<unknown>) => RequestListener,
    { isMapped }: Pick<SiteClaim, 'isMapped'>,
    options: Pick<CrawlServiceDeps, 'sliceMilliseconds' | 'renewMilliseconds'>,
  ): Promise<readonly string[]> => {
    const renewed = Promise.withResolvers<undefined>();
    const site = await startSite(listenerOf(() => renewed.promise));
    const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
    const calls: string[] = [];
    const note = (call: string) => (): Promise<void> => {
      calls.push(call);
      if (calls.filter((each) => each === 'renew').length === 3) renewed.resolve(undefined);
      return Promise.resolve();
    };
    const crawling = serviceWith({
      store: {
        claimNext: () => Promise.resolve(claimOf(`${site.origin}/`, { isMapped })),
        renew: () => note('renew')().then(() => true),
        addMapped: (_, urls) => note(`mapped ${urls.length}`)(),
        next: () => Promise.resolve([]),
        texts: () => Promise.resolve([]),
        unknownAddress: () => Promise.resolve(null),
        noteUnknown: () => Promise.resolve(),
        note: () => Promise.resolve(),
        complete: note('complete'),
        release: note('release'),
      },
      guard,
      visit: ({ id }) => Promise.resolve(nothingAt(id)),
      queue: { enqueue: note('enqueue'), state: unused },
      ...options,
    });
    try {
      await crawling.process();
      return calls;
    } finally {
      await guard.close();
      await site.close();
    }
  };

  it.each([
    ['robots.txt is', late('/robots.txt', 'User-agent: *\nDisallow:\n'), true],
    ['sitemaps are', late('/map.xml', '<urlset><url><loc>/slow</loc></url></urlset>'), false],
  ])('keeps its claim while %s read, which may take longer than a lease', async (_, listenerOf, isMapped) => {
    const calls = await crawl(listenerOf, { isMapped }, { renewMilliseconds: 50 });
    expect(calls.slice(0, 3)).toEqual(['renew', 'renew', 'renew']);
    expect(calls).toEqual(expect.arrayContaining([...(isMapped ? [] : ['mapped 1']), 'complete']));
    // Nothing continues when the slice is over: a leftover timer would end before one set now.
    const { length } = calls;
    await sleep(51);
    expect(calls).toHaveLength(length);
  });

  it('visits pages in every slice, also when robots.txt takes longer than one', async () => {
    const robots = late('/robots.txt', 'User-agent: *\nDisallow:\n');
    expect(
      await crawl(() => robots(() => sleep(200)), { isMapped: true }, { sliceMilliseconds: 100 }),
    ).toEqual(['renew', 'complete']);
  });
});

describe('a crawl of several origins', () => {
  /**
   * Crawls without a network: every robots.txt exists, names its origin and has a certificate for it.
   * @returns the origin of the certificate and robots.txt that each page was judged by, and what was asked
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
          stalled: false,
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
      isFile: false,
      isStart: false,
    }));
    const done = new Set<number>();
    const ends: string[] = [];
    const crawling = serviceWith({
      store: {
        claimNext: () => Promise.resolve(claimOf(urls[0] ?? '', { follows })),
        renew: () => Promise.resolve(true),
        next: (_, limit) => Promise.resolve(waiting.filter(({ id }) => !done.has(id)).slice(0, limit)),
        finishPage: (_, { id }) => Promise.resolve(void done.add(id)),
        texts: () => Promise.resolve([]),
        unknownAddress: () => Promise.resolve(null),
        note: () => Promise.resolve(),
        complete: () => Promise.resolve(void ends.push('complete')),
        addMapped: () => Promise.resolve(),
      },
      guard,
      visit: async ({ id, url }, factsOf) => {
        const { robots, tls } = await factsOf(url);
        judged[url] = [robots.ok && robots.text.trim(), tls?.subject];
        return { ...nothingAt(id), httpStatus: 200, finalUrl: url, mediaType: 'text/html' };
      },
      requestsPerSecond: 1000,
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
});
