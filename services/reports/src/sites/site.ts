/** How the API reference groups the endpoints of sites. */
export const SITES_TAG = {
  name: 'Sites',
  description: 'Crawls of whole sites: broken links, duplicates, structure, and each page’s checks.',
};

export interface TrackedSite {
  readonly site: Site;
  readonly progress: SiteProgress;
}

export const SITE_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

/** A crawl of a site, or of a list of addresses. */
export interface Site {
  readonly id: number;
  readonly organisation: string;
  /** The start address, or the first of the list. */
  readonly url: string;
  readonly host: string;
  /** False for a list: its links are not followed. */
  readonly follows: boolean;
  readonly maxPages: number;
  readonly hasCredentials: boolean;
  readonly status: SiteStatus;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** How far a crawl is. Links to other sites are counted apart. */
export interface SiteProgress {
  readonly found: number;
  readonly done: number;
  readonly externalFound: number;
  readonly externalDone: number;
}

/** A page of a crawled site. */
export interface SitePage {
  readonly id: number;
  readonly url: string;
  readonly state: 'waiting' | 'done';
  readonly depth: number | null;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly finalUrl: string | null;
  readonly mediaType: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly words: number | null;
  readonly isIndexable: boolean | null;
  readonly inSitemap: boolean;
  readonly isExternal: boolean;
  readonly findings: number;
  readonly fetchedAt: Date | null;
}

/** One place where a site has a problem. */
export interface ProblemItem {
  readonly url: string;
  /** The fault there: the broken address, the title that others have, too. */
  readonly note: string | null;
}

/** A problem with all places that have it, as far as they are listed. */
export interface SiteProblem {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly importance: string;
  readonly total: number;
  readonly items: readonly ProblemItem[];
}

/** A place of a problem. */
export interface SitePlace extends ProblemItem {
  readonly problem: Omit<SiteProblem, 'items'>;
}
