import { setTimeout as sleep } from 'node:timers/promises';

import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse, GuardedFetch } from '@platform/guard';

import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { AuditPool } from '../audit/audit-pool.ts';
import { headerOf, mediaTypeOf, redirectsOf } from '../generation/target.ts';
import type { VisitedPage } from './crawled-pages-store.ts';
import type { WaitingPage } from './site.ts';
import { artifactsOf } from './page-answer.ts';
import type { SiteFacts } from './page-answer.ts';

/** The facts of the origin that a page turned out to be on. */
export type FactsOf = (finalUrl: string) => Promise<SiteFacts>;

/** A server that is busy, or wants fewer requests, is asked again after a while. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const TRIES = 3;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 10_000;
/** Pauses that may be in vain: a site that is down altogether is not waited for page by page. */
const MOST_IN_VAIN = 6;

/** Milliseconds that `Retry-After` asks for: seconds, or a date. */
const pauseOf = (response: FetchedResponse, otherwise: number): number => {
  const text = headerOf(response, 'retry-after')?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(LONGEST_PAUSE, Math.max(0, Number.isNaN(asked) ? otherwise : asked));
};

/**
 * Asks again where a server says 429 or 503: at once it would be a broken link in the report, a moment
 * later it may be none. Waits as long as the server asks for, up to 10 seconds.
 */
export const patient = (
  fetch: GuardedFetch,
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => sleep(milliseconds),
): GuardedFetch => {
  let inVain = 0;
  return async (url, options) => {
    let response = await fetch(url, options);
    for (let tries = 1; tries < TRIES && BUSY.has(response.status) && inVain < MOST_IN_VAIN; tries += 1) {
      await wait(pauseOf(response, FIRST_PAUSE * tries));
      response = await fetch(url, options);
      inVain = BUSY.has(response.status) ? inVain + 1 : 0;
    }
    return response;
  };
};

export interface PageVisitorDeps {
  survey: AuditPool['survey'];
  now?: () => Date;
}

const MAX_HTML = 2 * 1024 * 1024;
/** Enough of an answer that is only looked up. */
const LOOKED_UP_BYTES = 16 * 1024;
const HTML_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml']);
const ACCEPT = { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' };
/** Statuses of servers that don’t answer HEAD. */
const NO_HEAD: ReadonlySet<number> = new Set([400, 403, 404, 405, 500, 501, 503]);

/** Visits one page of a crawl: a single request, and a look at the answer. */
export const createPageVisitor = ({ survey, now = () => new Date() }: PageVisitorDeps) => {
  const failed = ({ id }: WaitingPage, error: string): VisitedPage => ({
    id,
    error,
    httpStatus: null,
    finalUrl: null,
    mediaType: null,
    redirects: [],
    survey: null,
  });

  /** Whether a file, or an address of another site, answers. Nothing of it is kept. */
  const lookUp = async (page: WaitingPage, fetch: GuardedFetch): Promise<VisitedPage> => {
    const limits = { headers: ACCEPT, maxBytes: LOOKED_UP_BYTES, overflow: 'truncate' } as const;
    const head = await fetch(page.url, { ...limits, method: 'HEAD' });
    const answer = NO_HEAD.has(head.status) ? await fetch(page.url, limits) : head;
    const { status, finalUrl, redirects } = answer;
    return { ...failed(page, ''), error: null, httpStatus: status, finalUrl, redirects };
  };

  const read = async (page: WaitingPage, factsOf: FactsOf, fetch: GuardedFetch): Promise<VisitedPage> => {
    const response = await fetch(page.url, {
      headers: ACCEPT,
      maxBytes: MAX_HTML,
      overflow: 'truncate',
    });
    const mediaType = mediaTypeOf(response);
    const answer = {
      id: page.id,
      error: null,
      httpStatus: response.status,
      finalUrl: response.finalUrl,
      mediaType: mediaType?.slice(0, 100) ?? null,
      redirects: redirectsOf(response),
      survey: null,
    };
    const isPage = response.status >= 200 && response.status < 300 && HTML_TYPES.has(mediaType);
    if (!isPage) return answer;
    const site = await factsOf(response.finalUrl);
    return { ...answer, survey: await survey(artifactsOf(page, response, site, now().toISOString())) };
  };

  return async (page: WaitingPage, factsOf: FactsOf, fetch: GuardedFetch): Promise<VisitedPage> => {
    try {
      return page.isExternal ? await lookUp(page, fetch) : await read(page, factsOf, fetch);
    } catch (error) {
      if (error instanceof GuardError) return failed(page, publicCodeOf(error));
      if (error instanceof AuditAbandonedError) return failed(page, 'too_complex');
      throw error;
    }
  };
};
