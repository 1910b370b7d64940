import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guard, GuardedFetch } from '@platform/guard';
import { inRequest } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import { SecretError } from '../credentials/secret-box.ts';
import { authorisedFetch, sitePlace, bindCredentials } from '../credentials/credential-vault.ts';
import type { BoundHeaders, CredentialVault } from '../credentials/credential-vault.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import type { CrawlStore } from './crawl-store.ts';
import { contentGroups, FEW_WORDS, soft404s } from '../page/similar-texts.ts';
import type { RenderPage, FactsOf } from './visit-page.ts';
import type { FoundLink, SiteClaim, VisitedPage } from './crawled-pages-store.ts';
import type { WaitingPage, CrawlOutcome } from './site.ts';
import { BROKEN, isWorse } from './site.ts';
import type { SiteHistoryStore } from './site-history-store.ts';
import type { SiteProblemsStore } from './site-problems-store.ts';
import { NO_FACTS, patient } from './visit-page.ts';
import { createSurroundings, CRAWLER, readSitemaps } from './site-surroundings.ts';
import type { Surroundings } from './site-surroundings.ts';

export interface CrawlOutcomesDeps {
  readonly history: SiteHistoryStore;
  readonly problems: Pick<SiteProblemsStore, 'structural' | 'byCheck'>;
  /** Version of the checks. */
  readonly rules: string;
}

/** Sums up crawls whose pages are all visited. */
export interface CrawlOutcomes {
  of(crawl: { readonly siteId: number; readonly seriesId: number }): Promise<CrawlOutcome>;
}

/** Sums up a crawl, and compares it with the one before. */
export const createCrawlOutcomes = ({ history, problems, rules }: CrawlOutcomesDeps): CrawlOutcomes => ({
  async of({ siteId, seriesId }) {
    const found = [...(await problems.structural(siteId, 0)), ...(await problems.byCheck(siteId, 0))];
    const totals = Object.fromEntries(found.map(({ id, total }) => [id, total]));
    const { score, ...counts } = await history.sumUp(siteId);
    const broken = BROKEN.reduce((sum, id) => sum + (totals[id] ?? 0), 0);
    const summary = { rules, ...counts, broken, problems: totals };
    const before = await history.before(seriesId, siteId);
    const changes = before === undefined ? null : await history.countChanges(before.id, siteId);
    const gotWorse = before !== undefined && isWorse(before, { score, summary, changes });
    return { score, summary, changes, gotWorse };
  },
});

/** Keeps the `Crawl-delay` of each host that a slice of a crawl asks for pages. */
interface CrawlPace {
  /**
   * Chooses the first pages that may be asked for now: one at a time of a host that wants a delay, or
   * has unknown wishes.
   */
  choose<Page extends Pick<WaitingPage, 'url' | 'isExternal'>>(pages: readonly Page[], most: number): Page[];
  /** Notes the delay that a host wants, before it is asked. */
  learn(url: string, crawlDelay: number): void;
  /** Notes that a host is asked now. */
  ask(url: string): void;
  /** Milliseconds until a host of these pages may be asked; 0 for now. */
  untilFirst(pages: readonly Pick<WaitingPage, 'url'>[]): number;
  /** Milliseconds until every host may be asked again. */
  untilAll(): number;
}

/** @param now milliseconds of a clock that only goes forward */
export const createCrawlPace = (now: () => number = () => performance.now()): CrawlPace => {
  /** Milliseconds between requests, by host. */
  const delays = new Map<string, number>();
  /** When a host may be asked again. */
  const due = new Map<string, number>();
  const hostOf = (url: string): string => new URL(url).host;
  const left = (host: string): number => Math.max(0, (due.get(host) ?? 0) - now());

  return {
    choose(pages, most) {
      const busy = new Set<string>();
      const isFree = ({ url, isExternal }: Pick<WaitingPage, 'url' | 'isExternal'>): boolean => {
        const host = hostOf(url);
        if (isExternal) return true;
        if (busy.has(host) || left(host) > 0) return false;
        if (delays.get(host) !== 0) busy.add(host);
        return true;
      };
      return pages.filter(isFree).slice(0, most);
    },
    learn(url, crawlDelay) {
      const host = hostOf(url);
      delays.set(host, Math.max(delays.get(host) ?? 0, crawlDelay * 1000));
    },
    ask(url) {
      const host = hostOf(url);
      const delay = delays.get(host) ?? 0;
      if (delay > 0) due.set(host, now() + delay);
    },
    untilFirst: (pages) => Math.min(...pages.map(({ url }) => left(hostOf(url)))),
    untilAll: () => Math.max(0, ...[...due.keys()].map(left)),
  };
};

export interface CrawlServiceDeps {
  store: CrawlStore;
  queue: Pick<CrawlQueue, 'enqueue' | 'state'>;
  guard: Pick<Guard, 'fetch' | 'inspectTls'>;
  vault: Pick<CredentialVault, 'open'>;
  outcomes: CrawlOutcomes;
  /** Undefined where there is no browser. */
  renderPage?: RenderPage | undefined;
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
  /** Crawls the next site for a while, and asks for its next slice unless it is done. */
  process(): Promise<void>;
  /** Finds sites that nobody crawls: their worker died, or the queue was down. */
  recoverStalled(): Promise<void>;
}

/**
 * A dead worker’s claim expires after this time, and another one takes over. It is renewed on a timer,
 * several times while it holds.
 */
const LEASE_SECONDS = 8;
const RENEW_MILLISECONDS = 2_000;
const SLICE_MILLISECONDS = 20_000;
const AT_ONCE = 4;
/** Gives a site up when its workers die this many times in a row. */
const MAX_ATTEMPTS = 5;
const STALLED_SECONDS = 5;

const toLinks = (urls: readonly string[], kind: FoundLink['kind'], host: string): FoundLink[] =>
  urls.map((url) => ({ url, kind, isExternal: new URL(url).host !== host }));

/** An address without its fragment; null for one that isn't of the web. */
const webAddress = (url: string): string | null => (/^https?:/.test(url) ? url.replace(/#.*$/s, '') : null);

/** Where a page leads, of every kind. */
const linksOf = ({ survey }: Pick<VisitedPage, 'survey'>, host: string): FoundLink[] => {
  if (survey === null) return [];
  const declared = [survey.canonical, ...survey.alternates.map(({ url }) => url)].flatMap((url) =>
    url === null ? [] : (webAddress(url) ?? []),
  );
  return [
    ...toLinks(survey.links, 'link', host),
    ...toLinks(survey.frames, 'frame', host),
    ...toLinks([...new Set(declared)], 'declared', host),
    ...toLinks(survey.files, 'file', host),
  ];
};

/** How a slice requests pages, and what it knows of their origins. */
interface Slice {
  readonly fetch: GuardedFetch;
  readonly bound: BoundHeaders | null;
  readonly around: Surroundings;
  readonly pace: CrawlPace;
}

/** Crawls sites in slices: politely, and so that another worker can take over at any time. */
export const createCrawlService = (deps: CrawlServiceDeps): CrawlService => {
  const { store, queue, vault, visit, outcomes, requestsPerSecond, logger } = deps;
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
    if (credentials === null) return { guard: deps.guard, bound: null };
    const bound = bindCredentials(vault.open(credentials, sitePlace(organisation, url)), url);
    return { guard: { ...deps.guard, fetch: authorisedFetch(deps.guard.fetch, bound) }, bound };
  };

  /** @returns why a page may not be visited */
  const refusalOf = async (
    claim: SiteClaim,
    page: WaitingPage,
    { around, pace }: Slice,
  ): Promise<string | undefined> => {
    // Files of the site are asked for whether robots.txt allows it.
    const isOwn = new URL(page.url).host === claim.host;
    if (page.isExternal && !(page.isFile && isOwn)) return undefined;
    const { robots, mayCrawl, crawlDelay } = await around(page.url);
    pace.learn(page.url, crawlDelay);
    // The sender of a list asked for its pages, whatever robots.txt says.
    if (!claim.follows) return undefined;
    if (!mayCrawl) return 'robots_unavailable';
    return robots.allows(CRAWLER, page.url) ? undefined : 'robots';
  };

  const crawlPage = async (claim: SiteClaim, page: WaitingPage, slice: Slice) => {
    const refusal = await refusalOf(claim, page, slice);
    const nothing = { httpStatus: null, finalUrl: null, mediaType: null, redirects: [], survey: null };
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
    // A redirect's target is a separate page, as far from the start.
    const visited = isRedirect ? { ...seen, survey: null } : seen;
    const depth = isRedirect && page.depth !== null ? page.depth - 1 : page.depth;
    const host = moved ?? claim.host;
    const found = isRedirect ? toLinks([finalUrl], 'link', host) : linksOf(visited, host);
    const links = claim.follows && !page.isExternal ? found : [];
    await store.finishPage(claim, visited, depth, links);
    return { visited, moved };
  };

  /** Asks for an address that can’t exist, once in a crawl. */
  const askUnknown = async (claim: SiteClaim, origin: string, slice: Slice): Promise<void> => {
    const url = new URL(`/${randomUUID()}`, origin).href;
    const { robots, facts } = await slice.around(origin);
    if (claim.unknownAddress !== null || !robots.allows(CRAWLER, url)) return;
    const page = { id: 0, url, depth: null, isExternal: false, isFile: false, isStart: false };
    const { httpStatus, finalUrl, survey } = await visit(page, () => Promise.resolve(facts), slice.fetch);
    const hash = survey === null || survey.words === 0 ? null : survey.contentHash.toString();
    await store.noteUnknown(claim, { url, status: httpStatus, finalUrl, hash });
  };

  /**
   * Renders the next page of the sample, and follows what only scripts link to.
   * @returns false when the sample is complete
   */
  const renderNext = async (claim: SiteClaim, { bound }: Slice): Promise<boolean> => {
    const { renderPage } = deps;
    const page = renderPage && (await store.nextSample(claim));
    if (page === undefined || renderPage === undefined) return false;
    const { survey, summary } = await renderPage(page, bound);
    const links = claim.follows ? linksOf({ survey }, claim.host) : [];
    await store.noteRendered(claim, page, { survey, summary }, links);
    return true;
  };

  /** @returns what ended the slice: `done`, `lost`, `later`, or the error that the site fails with */
  const crawlSlice = async (claim: SiteClaim): Promise<{ end: string; error?: string }> => {
    const { guard, bound } = guardOf(claim);
    const slice: Slice = {
      bound,
      fetch: patient(guard.fetch),
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
        await askUnknown(claim, origin, slice);
      }
    }
    // The first reads don’t count: a slow robots.txt would leave no time for pages, in any slice.
    const until = performance.now() + sliceMilliseconds;
    while (performance.now() < until) {
      if (!(await store.renew(claim, LEASE_SECONDS))) return { end: 'lost' };
      // Behind a page of a host that wants a pause, a list may have others.
      const waiting = await store.next(claim, claim.follows ? AT_ONCE : claim.maxPages);
      if (waiting.length === 0) {
        if (!(await renderNext(claim, slice))) return { end: 'done' };
        continue;
      }
      const batch = slice.pace.choose(waiting, AT_ONCE);
      const startedAt = performance.now();
      const visits = await Promise.all(batch.map((page) => crawlPage(claim, page, slice)));
      const start = visits.find((_, index) => batch[index]?.isStart);
      if (start?.visited.error) return { end: 'failed', error: start.visited.error };
      // Another host has its own robots.txt.
      if (start?.moved !== undefined) return { end: 'later' };
      const pause = (1000 / requestsPerSecond) * batch.length - (performance.now() - startedAt);
      await sleep(batch.length === 0 ? slice.pace.untilFirst(waiting) : Math.max(0, pause));
    }
    await sleep(slice.pace.untilAll());
    return { end: 'later' };
  };

  /** Sees all pages together, and ends the crawl. */
  const finish = async (claim: SiteClaim): Promise<void> => {
    const texts = await store.texts(claim);
    const groups = await contentGroups(texts.filter(({ words }) => words > FEW_WORDS));
    // Another slice may have asked.
    const unknown = await store.unknownAddress(claim);
    await store.note(claim, { groups, soft404: soft404s(texts, unknown) });
    await store.complete(claim, await outcomes.of(claim));
    await store.forgetOld(claim);
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
    try {
      const { end, error } = await crawlSlice(claim).catch((error: unknown) => {
        if (error instanceof SecretError) return { end: 'failed', error: 'credentials' };
        throw error;
      });
      if (error !== undefined) await store.fail(claim, error);
      else if (end === 'done') await finish(claim);
      else if (end === 'later') {
        await store.release(claim);
        await queue.enqueue(siteId);
      }
      logger.info({ site: siteId, end, error }, 'a slice of a site was crawled');
    } finally {
      clearInterval(renewal);
    }
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
