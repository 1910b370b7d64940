import { silentLogger } from '@platform/runtime';

import { createCrawlService } from '../../src/sites/crawl-service.ts';
import type { CrawlServiceDeps } from '../../src/sites/crawl-service.ts';

const unused = (): never => {
  throw new Error('not expected here');
};

/** What is asked for of the sites 1 to 5, which all wait for somebody to crawl them. */
const recovered = async (state: CrawlServiceDeps['queue']['state']): Promise<readonly number[]> => {
  const asked: number[] = [];
  const crawling = createCrawlService({
    store: {
      stalled: () => Promise.resolve([1, 2, 3, 4, 5]),
      claimNext: unused,
      renew: unused,
      release: unused,
      next: unused,
      addMapped: unused,
      moveTo: unused,
      finishPage: unused,
      hashes: unused,
      complete: unused,
      fail: unused,
    },
    queue: { enqueue: (siteId) => Promise.resolve(void asked.push(siteId)), state },
    guard: { fetch: unused, inspectTls: unused },
    vault: { open: unused },
    visit: unused,
    requestsPerSecond: 10,
    logger: silentLogger(),
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
