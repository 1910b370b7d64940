import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse, Guard } from '@platform/guard';

import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { AuditPool } from '../audit/audit-pool.ts';
import { headerOf, headersOf, mediaTypeOf, redirectsOf } from '../generation/probe.ts';
import { decodeHtml } from '../page/html/html-charset.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { VisitedPage, WaitingPage } from './crawl-store.ts';

/** What is known of the whole site, for the checks of each page. */
export type SiteFacts = Pick<PageArtifacts, 'robots' | 'tls'>;

export interface PageVisitorDeps {
  guard: Pick<Guard, 'fetch'>;
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
const NOT_ASKED = { ok: false, code: 'invalid_response' } as const;

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

/** Visits one page of a crawl: a single request, and a look at the answer. */
export const createPageVisitor = ({ guard, survey, now = () => new Date() }: PageVisitorDeps) => {
  const failed = ({ id }: WaitingPage, error: string): VisitedPage => ({
    id,
    error,
    httpStatus: null,
    finalUrl: null,
    mediaType: null,
    survey: null,
  });

  /** Whether an address of another site answers. Nothing of it is kept. */
  const lookUp = async (page: WaitingPage): Promise<VisitedPage> => {
    const limits = { headers: ACCEPT, maxBytes: LOOKED_UP_BYTES, overflow: 'truncate' } as const;
    const head = await guard.fetch(page.url, { ...limits, method: 'HEAD' });
    const { status, finalUrl } = NO_HEAD.has(head.status) ? await guard.fetch(page.url, limits) : head;
    return { ...failed(page, ''), error: null, httpStatus: status, finalUrl };
  };

  const read = async (page: WaitingPage, site: SiteFacts): Promise<VisitedPage> => {
    const response = await guard.fetch(page.url, {
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
      survey: null,
    };
    const isPage = response.status >= 200 && response.status < 300 && HTML_TYPES.has(mediaType);
    if (!isPage) return answer;
    return { ...answer, survey: await survey(artifactsOf(page, response, site, now().toISOString())) };
  };

  return async (page: WaitingPage, site: SiteFacts): Promise<VisitedPage> => {
    try {
      return page.isExternal ? await lookUp(page) : await read(page, site);
    } catch (error) {
      if (error instanceof GuardError) return failed(page, publicCodeOf(error));
      if (error instanceof AuditAbandonedError) return failed(page, 'too_complex');
      throw error;
    }
  };
};
