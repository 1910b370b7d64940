import type { PageSurvey } from '../audit/survey-page.ts';

/** The right to crawl a site, held by one worker at a time. */
export interface SiteClaim {
  readonly siteId: number;
  readonly id: string;
  readonly url: string;
  readonly host: string;
  readonly follows: boolean;
  readonly maxPages: number;
  /** 1 for the first time; higher when workers died with the site. */
  readonly attempt: number;
  readonly isMapped: boolean;
  readonly organisation: string;
  /** Sealed; null for none. */
  readonly credentials: string | null;
  /** Of the request that made the site. */
  readonly requestId: string | null;
}

/** A page whose turn has come. */
export interface WaitingPage {
  readonly id: number;
  readonly url: string;
  readonly depth: number | null;
  readonly isExternal: boolean;
  /** Whether the crawl stands and falls with it: its first page, or what that one redirects to. */
  readonly isStart: boolean;
}

/** What a visit to a page gave. */
export interface VisitedPage {
  readonly id: number;
  readonly error: string | null;
  readonly httpStatus: number | null;
  readonly finalUrl: string | null;
  readonly mediaType: string | null;
  readonly survey: PageSurvey | null;
}

export interface FoundLink {
  readonly url: string;
  readonly isExternal: boolean;
}
