import type { FetchedResponse } from '@platform/guard';

import { headerOf, headersOf, redirectsOf } from '../generation/target.ts';
import { decodeHtml } from '../page/html/html-charset.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { WaitingPage } from './site.ts';

/** Facts about a page’s whole origin, for the checks of the page. */
export type SiteFacts = Pick<PageArtifacts, 'robots' | 'tls'>;

const NOT_ASKED = { ok: false, code: 'invalid_response' } as const;

/** The facts of an origin that was not asked. */
export const NO_FACTS: SiteFacts = { robots: NOT_ASKED, tls: null };

export const artifactsOf = (
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
