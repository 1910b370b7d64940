import { GuardError, publicCodeOf } from '@platform/guard';
import type { GuardedFetch } from '@platform/guard';

import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { AuditPool } from '../audit/audit-pool.ts';
import { mediaTypeOf, redirectsOf } from '../generation/target.ts';
import type { VisitedPage } from './crawled-pages-store.ts';
import type { WaitingPage } from './site.ts';
import { artifactsOf } from './page-answer.ts';
import type { SiteFacts } from './page-answer.ts';

/** The facts of the origin that a page turned out to be on. */
export type FactsOf = (finalUrl: string) => Promise<SiteFacts>;

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
