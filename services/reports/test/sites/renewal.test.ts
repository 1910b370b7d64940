import type { RequestListener } from 'node:http';

import { createGuard } from '@platform/guard';
import { silentLogger } from '@platform/runtime';

import { createCrawlService } from '../../src/sites/crawl-service.ts';
import type { CrawlServiceDeps } from '../../src/sites/crawl-service.ts';
import type { SiteClaim } from '../../src/sites/crawl.ts';
import { startSite } from '../loopback-site.ts';

const unused = (): never => {
  throw new Error('not expected here');
};

/** Answers one path late. */
const late =
  (path: string, body: string, milliseconds: number): RequestListener =>
  ({ url }, response) => {
    if (url !== path) return;
    response.setHeader('x-later', '1');
    setTimeout(() => response.end(body), milliseconds);
  };

/** Crawls a site without pages for a slice. @returns what was asked of the store and the queue, as it grows */
const crawl = async (
  listener: RequestListener,
  { isMapped }: Pick<SiteClaim, 'isMapped'>,
  options: Pick<CrawlServiceDeps, 'sliceMilliseconds' | 'renewMilliseconds'>,
): Promise<readonly string[]> => {
  const site = await startSite(listener);
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
  const calls: string[] = [];
  const note = (call: string) => (): Promise<void> => {
    calls.push(call);
    return Promise.resolve();
  };
  const claim: SiteClaim = {
    siteId: 1,
    id: 'claim',
    url: `${site.origin}/`,
    host: new URL(site.origin).host,
    follows: true,
    maxPages: 10,
    attempt: 1,
    isMapped,
    organisation: 'org_a',
    credentials: null,
  };
  const crawling = createCrawlService({
    store: {
      claimNext: () => Promise.resolve(claim),
      renew: () => note('renew')().then(() => true),
      addMapped: (_, urls) => note(`mapped ${urls.length}`)(),
      next: () => Promise.resolve([]),
      hashes: () => Promise.resolve([]),
      complete: note('complete'),
      release: note('release'),
      finishPage: unused,
      moveTo: unused,
      fail: unused,
      stalled: unused,
    },
    guard,
    queue: { enqueue: note('enqueue'), state: unused },
    vault: { open: unused },
    visit: unused,
    requestsPerSecond: 10,
    logger: silentLogger(),
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
  ['robots.txt is', late('/robots.txt', 'User-agent: *\nDisallow:\n', 1_000), true],
  ['sitemaps are', late('/map.xml', '<urlset><url><loc>/slow</loc></url></urlset>', 1_000), false],
])('keeps its claim while %s read, which may take longer than a lease', async (_, listener, isMapped) => {
  const calls = await crawl(listener, { isMapped }, { renewMilliseconds: 50 });
  expect(calls.slice(0, 3)).toEqual(['renew', 'renew', 'renew']);
  expect(calls).toEqual(expect.arrayContaining([...(isMapped ? [] : ['mapped 1']), 'complete']));
  // Nothing goes on when the slice is over.
  const { length } = calls;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls).toHaveLength(length);
});

it('visits pages in every slice, also when robots.txt takes longer than one', async () => {
  const robots = late('/robots.txt', 'User-agent: *\nDisallow:\n', 500);
  expect(await crawl(robots, { isMapped: true }, { sliceMilliseconds: 100 })).toEqual(['renew', 'complete']);
});
