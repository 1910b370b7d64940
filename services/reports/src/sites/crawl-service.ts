import { setTimeout as sleep } from 'node:timers/promises';

import type { Guard, GuardedFetch } from '@platform/guard';
import { inRequest } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import { SecretError } from '@platform/secrets';

import { authorisedFetch } from '../credentials/authorised-fetch.ts';
import { bindCredentials } from '../credentials/credentials.ts';
import type { CredentialVault } from '../credentials/credential-vault.ts';
import { sitePlace } from '../credentials/credential-places.ts';
import { contentGroups } from './content-groups.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import type { CrawlStore } from './crawl-store.ts';
import type { FoundLink, SiteClaim, VisitedPage, WaitingPage } from './crawl.ts';
import { createCrawlPace } from './crawl-pace.ts';
import type { CrawlPace } from './crawl-pace.ts';
import { NO_FACTS } from './page-answer.ts';
import { createSurroundings, CRAWLER, readSitemaps } from './site-surroundings.ts';
import type { Surroundings } from './site-surroundings.ts';
import type { FactsOf } from './visit-page.ts';

export interface CrawlServiceDeps {
  store: CrawlStore;
  queue: Pick<CrawlQueue, 'enqueue' | 'state'>;
  guard: Pick<Guard, 'fetch' | 'inspectTls'>;
  vault: Pick<CredentialVault, 'open'>;
  visit: (page: WaitingPage, factsOf: FactsOf, fetch: GuardedFetch) => Promise<VisitedPage>;
  /** Requests a second to one site, in the long run. */
  requestsPerSecond: number;
  logger: Logger;
  /** Milliseconds that one worker crawls a site before others get their turn. */
  sliceMilliseconds?: number;
  /** Milliseconds between two renewals of a claim. */
  renewMilliseconds?: number;
}

export interface CrawlService {
  /** Crawls the site whose turn it is for a while, and asks for its next slice unless it is done. */
  process(): Promise<void>;
  /** Finds sites that nobody crawls: their worker died, or the queue was down. */
  recoverStalled(): Promise<void>;
}

/**
 * A dead worker’s claim expires after this time. A slice renews it with every batch, and on a timer
 * while one takes long.
 */
const LEASE_SECONDS = 60;
const RENEW_MILLISECONDS = 20_000;
const SLICE_MILLISECONDS = 20_000;
const AT_ONCE = 4;
/** A site whose workers die this many times in a row is given up. */
const MAX_ATTEMPTS = 5;
const STALLED_SECONDS = 5;

const linksOf = (urls: readonly string[], host: string): FoundLink[] =>
  urls.map((url) => ({ url, isExternal: new URL(url).host !== host }));

/** What a slice asks for pages with, and what it knows of their origins. */
interface Slice {
  readonly fetch: GuardedFetch;
  readonly around: Surroundings;
  readonly pace: CrawlPace;
}

/** Crawls sites in slices: politely, and so that another worker can go on at any time. */
export const createCrawlService = (deps: CrawlServiceDeps): CrawlService => {
  const { store, queue, vault, visit, requestsPerSecond, logger } = deps;
  const { sliceMilliseconds = SLICE_MILLISECONDS, renewMilliseconds = RENEW_MILLISECONDS } = deps;

  const originOf = ({ url, host }: SiteClaim): string => `${new URL(url).protocol}//${host}`;

  /** @returns the host to crawl from now on, when the start address led to another one */
  const movedHost = (claim: SiteClaim, page: WaitingPage, visited: VisitedPage): string | undefined => {
    const leads = page.isStart && visited.finalUrl !== null;
    const host = leads ? new URL(visited.finalUrl).host : claim.host;
    return host === claim.host ? undefined : host;
  };

  /** The guard with the site’s credentials. @throws SecretError */
  const guardOf = ({ organisation, url, credentials }: SiteClaim) => {
    if (credentials === null) return deps.guard;
    const bound = bindCredentials(vault.open(credentials, sitePlace(organisation, url)), url);
    return { ...deps.guard, fetch: authorisedFetch(deps.guard.fetch, bound) };
  };

  /** @returns why a page may not be visited */
  const refusalOf = async (
    claim: SiteClaim,
    page: WaitingPage,
    { around, pace }: Slice,
  ): Promise<string | undefined> => {
    if (page.isExternal) return undefined;
    const { robots, mayCrawl, crawlDelay } = await around(page.url);
    pace.learn(page.url, crawlDelay);
    // The sender of a list asked for its pages, whatever robots.txt says.
    if (!claim.follows) return undefined;
    if (!mayCrawl) return 'robots_unavailable';
    return robots.allows(CRAWLER, page.url) ? undefined : 'robots';
  };

  const crawlPage = async (claim: SiteClaim, page: WaitingPage, slice: Slice) => {
    const refusal = await refusalOf(claim, page, slice);
    const nothing = { httpStatus: null, finalUrl: null, mediaType: null, survey: null };
    const factsOf: FactsOf = async (finalUrl) => {
      // A crawl keeps nothing of what a page of another site shows.
      const isElsewhere = claim.follows && new URL(finalUrl).host !== claim.host;
      return isElsewhere ? NO_FACTS : (await slice.around(finalUrl)).facts;
    };
    if (refusal === undefined && !page.isExternal) slice.pace.ask(page.url);
    const seen =
      refusal === undefined
        ? await visit(page, factsOf, slice.fetch)
        : { id: page.id, error: refusal, ...nothing };
    const moved = movedHost(claim, page, seen);
    if (moved !== undefined) await store.moveTo(claim, moved);
    const { finalUrl } = seen;
    const isRedirect = claim.follows && finalUrl !== null && finalUrl !== page.url;
    // What a redirect leads to is a page of its own, as far from the start.
    const visited = isRedirect ? { ...seen, survey: null } : seen;
    const depth = isRedirect && page.depth !== null ? page.depth - 1 : page.depth;
    const found = isRedirect ? [finalUrl] : (visited.survey?.links ?? []);
    const links = claim.follows && !page.isExternal ? linksOf(found, moved ?? claim.host) : [];
    await store.finishPage(claim, visited, depth, links);
    return { visited, moved };
  };

  /** @returns what ended the slice: `done`, `lost`, `later`, or the error that the site fails with */
  const crawlSlice = async (claim: SiteClaim): Promise<{ end: string; error?: string }> => {
    const guard = guardOf(claim);
    const slice: Slice = {
      fetch: guard.fetch,
      around: createSurroundings(guard),
      pace: createCrawlPace(),
    };
    if (claim.follows) {
      const origin = originOf(claim);
      const { robots, mayCrawl, crawlDelay } = await slice.around(origin);
      if (!mayCrawl) return { end: 'failed', error: 'robots_unavailable' };
      slice.pace.learn(origin, crawlDelay);
      if (!claim.isMapped) {
        const mapped = await readSitemaps(guard, origin, robots, claim.maxPages);
        await store.addMapped(
          claim,
          mapped.filter((url) => new URL(url).host === claim.host),
        );
      }
    }
    // What is read first doesn’t count: a slow robots.txt would leave no time for pages, in any slice.
    const until = performance.now() + sliceMilliseconds;
    while (performance.now() < until) {
      if (!(await store.renew(claim, LEASE_SECONDS))) return { end: 'lost' };
      // Behind a page whose host wants to be left alone for now, a list may have others.
      const waiting = await store.next(claim, claim.follows ? AT_ONCE : claim.maxPages);
      if (waiting.length === 0) return { end: 'done' };
      const batch = slice.pace.choose(waiting, AT_ONCE);
      const startedAt = performance.now();
      const visits = await Promise.all(batch.map((page) => crawlPage(claim, page, slice)));
      const start = visits.find((_, index) => batch[index]?.isStart);
      if (start?.visited.error) return { end: 'failed', error: start.visited.error };
      // Another host has a robots.txt of its own.
      if (start?.moved !== undefined) return { end: 'later' };
      const pause = (1000 / requestsPerSecond) * batch.length - (performance.now() - startedAt);
      await sleep(batch.length === 0 ? slice.pace.untilFirst(waiting) : Math.max(0, pause));
    }
    await sleep(slice.pace.untilAll());
    return { end: 'later' };
  };

  const crawl = async (claim: SiteClaim): Promise<void> => {
    const { siteId } = claim;
    if (claim.attempt > MAX_ATTEMPTS) {
      await store.fail(claim, 'internal');
      return;
    }
    // Robots.txt, sitemaps and slow pages may take longer than the lease.
    const renewal = setInterval(() => {
      store.renew(claim, LEASE_SECONDS).catch((error: unknown) => {
        logger.warn({ err: error, site: siteId }, 'could not renew a claim');
      });
    }, renewMilliseconds);
    const { end, error } = await crawlSlice(claim)
      .catch((error: unknown) => {
        if (error instanceof SecretError) return { end: 'failed', error: 'credentials' };
        throw error;
      })
      .finally(() => {
        clearInterval(renewal);
      });
    if (error !== undefined) await store.fail(claim, error);
    else if (end === 'done') await store.complete(claim, await contentGroups(await store.hashes(claim)));
    else if (end === 'later') {
      await store.release(claim);
      await queue.enqueue(siteId);
    }
    logger.info({ site: siteId, end, error }, 'a slice of a site was crawled');
  };
  const process = async (): Promise<void> => {
    const claim = await store.claimNext(LEASE_SECONDS);
    if (claim !== undefined) await inRequest(claim.requestId, () => crawl(claim));
  };

  return {
    process,
    async recoverStalled() {
      const stalled = await store.stalled(STALLED_SECONDS);
      if (stalled.length === 0) return;
      // Sites may wait for hours while others are crawled; the jobs that wait serve these, too.
      const state = await queue.state().catch(() => undefined);
      const jobs = state === undefined ? 0 : state.waiting + state.delayed;
      for (const siteId of stalled.slice(jobs))
        await queue.enqueue(siteId).catch(async (error: unknown) => {
          logger.warn({ err: error, site: siteId }, 'the queue is unavailable; crawling without it');
          await process();
        });
    },
  };
};
