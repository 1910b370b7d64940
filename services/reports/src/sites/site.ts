import type { Language } from '@platform/errors';

import { USUAL_TIMES } from '../schedules/schedule.ts';
import type { Frequency, Times } from '../schedules/schedule.ts';
import type { CrawlChanges, CrawlSummary } from './site-history.ts';

/** When a site is crawled by itself, and who hears of it. */
export interface ScheduleSettings extends Times {
  readonly frequency: Frequency;
  /** 1: send e-mails when the site got worse. */
  readonly email: 0 | 1;
  /** Addresses, one per line; null for the owner of the installation. */
  readonly emailRecipients: string | null;
  /** Of the e-mails. */
  readonly language: Language;
}

export interface SiteSchedule extends ScheduleSettings {
  readonly siteId: number;
  readonly organisation: string;
  readonly nextAt: Date;
  readonly lastAt: Date | null;
}

/** Of a schedule that names no more than its site. */
export const USUAL_SCHEDULE: ScheduleSettings = {
  frequency: 'weekly',
  ...USUAL_TIMES,
  email: 1,
  emailRecipients: null,
  language: 'en',
};

/** How the API reference groups the endpoints of sites. */
export const SITES_TAG = {
  name: 'Sites',
  description: 'Crawls of whole sites: broken links, duplicates, structure, and each page’s checks.',
};

export const SITE_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

/** One crawl of a site. */
export interface Crawl {
  readonly id: number;
  readonly status: SiteStatus;
  readonly error: string | null;
  /** The host whose pages were crawled: where the start address led. */
  readonly host: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** 0–100; null until the crawl is complete, and for those of earlier versions. */
  readonly score: number | null;
  readonly summary: CrawlSummary | null;
  readonly changes: CrawlChanges | null;
  readonly gotWorse: boolean;
}

/** Settings of a site that a client may change. */
export interface SiteSettings {
  readonly maxPages: number;
  /** Pages that a browser renders in each crawl. */
  readonly renderPages: number;
  /** 0 public, 1 private, 2 password. */
  readonly privacy: number;
  readonly passwordHash: string | null;
  /** Sealed; null for none. */
  readonly credentials: string | null;
}

/** A site, or a list of addresses, that is crawled once or again and again. */
export interface Site extends SiteSettings {
  readonly id: number;
  readonly organisation: string;
  /** The start address, or the first of the list. */
  readonly url: string;
  /** False for a list: its links are not followed. */
  readonly follows: boolean;
  /** Identifies the site in the address of its page. */
  readonly pageKey: string;
  readonly createdAt: Date;
  /** The newest crawl, whatever its state. */
  readonly newest: Crawl;
  /** The crawl whose results are shown: the last complete one, or else the newest. */
  readonly shown: Crawl;
  /** The score of the complete crawl before the one that is shown. */
  readonly scoreBefore: number | null;
}

export interface TrackedSite {
  readonly site: Site;
  /** Of the newest crawl. */
  readonly progress: SiteProgress;
  /** Null when the site isn't crawled by itself. */
  readonly schedule: SiteSchedule | null;
}

/** How far a crawl is. Links to other sites, and files, are counted apart. */
export interface SiteProgress {
  readonly found: number;
  readonly done: number;
  readonly externalFound: number;
  readonly externalDone: number;
  readonly filesFound: number;
  readonly filesDone: number;
}

/** A browser's view of a page. */
export interface RenderedSummary {
  /** Why it isn’t complete; null if it is. */
  readonly problem: string | null;
  readonly words: number | null;
  /** Addresses that only scripts link to. */
  readonly links: number;
  /** Messages of errors in the browser’s console. */
  readonly errors: number;
  /** Largest contentful paint, in milliseconds. */
  readonly lcp: number | null;
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
  /** 0–100; null for what isn’t a page. */
  readonly score: number | null;
  /** Those that were followed from its address. */
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  readonly isSoft404: boolean;
  readonly rendered: RenderedSummary | null;
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

/** A page that is next in turn. */
export interface WaitingPage {
  readonly id: number;
  readonly url: string;
  readonly depth: number | null;
  /** Whether it is only looked up: an address of another site, or a file. */
  readonly isExternal: boolean;
  readonly isFile: boolean;
  /** Whether the crawl depends on it: its first page, or that page's redirect target. */
  readonly isStart: boolean;
}
