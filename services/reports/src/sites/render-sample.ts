import type { FetchedResponse } from '@platform/guard';

import type { AuditPool } from '../audit/audit-pool.ts';
import { AuditAbandonedError } from '../audit/audit-pool.ts';
import type { PageSurvey } from '../audit/survey-page.ts';
import type { BrowserHost } from '../browser/browser-host.ts';
import type { BoundHeaders } from '../credentials/credentials.ts';
import { artifactsOf, NO_FACTS } from './page-answer.ts';
import type { RenderedSummary, WaitingPage } from './site.ts';

/** A page as a browser showed it. */
export interface RenderedVisit {
  /** Null when it couldn’t be rendered, or is too complex. */
  readonly survey: PageSurvey | null;
  readonly summary: Omit<RenderedSummary, 'links'>;
}

/** Renders a page of a crawl’s sample; bound headers go to their origin only. */
export type RenderPage = (page: WaitingPage, bound: BoundHeaders | null) => Promise<RenderedVisit>;

export interface PageRendererDeps {
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
