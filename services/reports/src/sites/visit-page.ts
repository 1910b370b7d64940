import { setTimeout as sleep } from 'node:timers/promises';
import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse, GuardedFetch } from '@platform/guard';
import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { AuditPool } from '../audit/audit-pool.ts';
import { headerOf, mediaTypeOf, redirectsOf, headersOf } from '../generation/target.ts';
import type { RenderedVisit, VisitedPage } from './crawled-pages-store.ts';
import type { WaitingPage } from './site.ts';
import type { BrowserHost } from '../browser/browser-host.ts';
import type { BoundHeaders } from '../credentials/credential-vault.ts';
import { decodeHtml } from '../page/html/html-charset.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';

/** Facts about a page’s whole origin, for the checks of the page. */
export type SiteFacts = Pick<PageArtifacts, 'robots' | 'tls'>;

const NOT_ASKED = { ok: false, code: 'invalid_response' } as const;

/** The facts of an origin that was not asked. */
export const NO_FACTS: SiteFacts = { robots: NOT_ASKED, tls: null };

const artifactsOf = (
  page: WaitingPage,
  response: FetchedResponse,
  site: SiteFacts,
  gatheredAt: string,
): PageArtifacts => {
  const { html, charset } = decodeHtml(response.body, headerOf(response, 'content-type'));
  return {
    requestedUrl: page.url,
    finalUrl: response.finalUrl,
    redirects: redirectsOf(response),
    response: { status: response.status, headers: headersOf(response), httpVersion: '1.1' },
    body: {
      transferBytes: response.transferBytes,
      decodedBytes: response.body.length,
      encoding: response.encoding,
      truncated: response.truncated,
    },
    html,
    charset,
    timings: { timeToFirstByte: [response.timeToFirstByte], total: response.totalTime },
    dns: null,
    sitemaps: [],
    favicon: NOT_ASKED,
    notFound: NOT_ASKED,
    httpToHttps: null,
    otherHost: null,
    crossOrigin: null,
    securityTxt: null,
    resources: [],
    resourcesSkipped: 0,
    gatheredAt,
    errors: [],
    ...site,
  };
};

/** Returns the facts of the origin that a page turned out to be on. */
export type FactsOf = (finalUrl: string) => Promise<SiteFacts>;

/** A server that is busy, or wants fewer requests, is asked again after a while. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const TRIES = 3;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 10_000;
/** Limit of useless pauses: a site that is down altogether is not waited for page by page. */
const MOST_IN_VAIN = 6;

/** Milliseconds that `Retry-After` asks for: seconds, or a date. */
const pauseOf = (response: FetchedResponse, otherwise: number): number => {
  const text = headerOf(response, 'retry-after')?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(LONGEST_PAUSE, Math.max(0, Number.isNaN(asked) ? otherwise : asked));
};

/**
 * Asks again when a server says 429 or 503, which would be reported as a broken link although it
 * may work a moment later. Waits as long as the server asks for, up to 10 seconds.
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

  /** Asks if a file, or an address of another site, answers. Nothing of it is kept. */
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

/** Renders a page of a crawl’s sample; bound headers go to their origin only. */
export type RenderPage = (page: WaitingPage, bound: BoundHeaders | null) => Promise<RenderedVisit>;

interface PageRendererDeps {
  readonly render: BrowserHost['render'];
  readonly survey: AuditPool['survey'];
}

/** The DOM after scripts ran, as if a server had sent it. */
const asAnswer = (url: string, html: string): FetchedResponse => {
  const body = Buffer.from(html);
  return {
    body,
    transferBytes: body.length,
    encoding: null,
    truncated: false,
    stalled: false,
    finalUrl: url,
    redirects: [],
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    timeToFirstByte: 0,
    totalTime: 0,
  };
};

/** Renders pages, and looks over what scripts made of them. */
export const createPageRenderer =
  ({ render, survey }: PageRendererDeps): RenderPage =>
  async (page, bound) => {
    const { page: seen, rendering } = await render(page.url, bound);
    if (seen === null)
      return { survey: null, summary: { problem: rendering.reason, words: null, errors: 0, lcp: null } };
    const answer = artifactsOf(page, asAnswer(page.url, seen.html), NO_FACTS, new Date().toISOString());
    const found = await survey({ ...answer, rendered: true }).catch((error: unknown) => {
      if (error instanceof AuditAbandonedError) return null;
      throw error;
    });
    const { consoleErrors, metrics } = seen.facts;
    const lcp = metrics.lcp === null ? null : Math.round(metrics.lcp);
    return {
      survey: found,
      summary: { problem: rendering.reason, words: found?.words ?? null, errors: consoleErrors.length, lcp },
    };
  };
