import type { Language } from '@platform/errors';
import { USUAL_TIMES } from '../schedules/schedule.ts';
import type { Frequency, Times } from '../schedules/schedule.ts';

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

/** A page that is next in turn. */
export interface WaitingPage {
  readonly id: number;
  readonly url: string;
  readonly depth: number | null;
  /** True if it is only looked up: an address of another site, or a file. */
  readonly isExternal: boolean;
  readonly isFile: boolean;
  /** True if the crawl depends on it: its first page, or that page's redirect target. */
  readonly isStart: boolean;
}

/** The summary of a complete crawl, kept after its pages are gone. */
export interface CrawlSummary {
  /** Version of the checks. Scores of other versions can't be compared. */
  readonly rules: string;
  /** Pages that were visited. */
  readonly pages: number;
  /** Those of them that answered with an error, or not at all. */
  readonly errors: number;
  /** Places with a link, a file or a fragment that leads nowhere. */
  readonly broken: number;
  /** True if more pages were found than the crawl may visit. */
  readonly isCut: boolean;
  /** Mean scores, by category. */
  readonly categories: Readonly<Record<string, number>>;
  /** Places of each problem, by its id. */
  readonly problems: Readonly<Record<string, number>>;
}

/**
 * Kinds of differences between two crawls: places that newly, or no longer, lead nowhere; pages
 * that are new, gone, or newly answer with an error; pages whose score is clearly lower or higher.
 */
export const CHANGES = [
  'new_broken',
  'mended_broken',
  'appeared',
  'vanished',
  'failing',
  'fell',
  'rose',
] as const;

export type Change = (typeof CHANGES)[number];

/** How much differs from the complete crawl before. */
export type CrawlChanges = Readonly<Record<Change, number>>;

/** A page that differs between two crawls. */
export interface ChangedPage {
  readonly url: string;
  /** Its answer or its score, whichever differs. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ChangedPages {
  readonly total: number;
  readonly items: readonly ChangedPage[];
}

/** Differences between two crawls, each with its first places. */
export type SiteChanges = Readonly<Record<Change, ChangedPages>>;

/** The result of a complete crawl. */
export interface CrawlOutcome {
  /** 0–100; null when no page could be judged. */
  readonly score: number | null;
  readonly summary: CrawlSummary;
  /** Null for the first one, and where the pages of the one before are gone. */
  readonly changes: CrawlChanges | null;
  readonly gotWorse: boolean;
}

/** An earlier crawl that a later one is compared with. */
export interface EarlierCrawl {
  readonly id: number;
  readonly score: number | null;
  readonly summary: CrawlSummary | null;
}

/** Problems of things that lead nowhere. */
export const BROKEN = ['broken-links', 'missing-files', 'broken-fragments'] as const;

/** A mean of many pages moves little by itself: this many points are a change. */
const CLEARLY = 3;

/** True if a site is worse off than in the crawl before. */
export const isWorse = (
  before: Pick<EarlierCrawl, 'score' | 'summary'>,
  { score, summary, changes }: Omit<CrawlOutcome, 'gotWorse'>,
): boolean => {
  if (changes === null) return false;
  const isComparable = before.summary?.rules === summary.rules;
  const lost = isComparable && before.score !== null && score !== null ? before.score - score : 0;
  return lost >= CLEARLY || changes.new_broken > 0 || changes.failing > 0;
};
