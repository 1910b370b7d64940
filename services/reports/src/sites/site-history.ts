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
  /** Whether more pages were found than the crawl may visit. */
  readonly isCut: boolean;
  /** Mean scores, by category. */
  readonly categories: Readonly<Record<string, number>>;
  /** Places of each problem, by its id. */
  readonly problems: Readonly<Record<string, number>>;
}

/**
 * In what two crawls differ: places that lead nowhere since then and no longer, pages that are new, that
 * are gone, that answer with an error since then, and whose score is clearly lower or higher.
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

/** Whether a crawl shows a site that is worse off than in the crawl before. */
export const isWorse = (
  before: Pick<EarlierCrawl, 'score' | 'summary'>,
  { score, summary, changes }: Omit<CrawlOutcome, 'gotWorse'>,
): boolean => {
  if (changes === null) return false;
  const isComparable = before.summary?.rules === summary.rules;
  const lost = isComparable && before.score !== null && score !== null ? before.score - score : 0;
  return lost >= CLEARLY || changes.new_broken > 0 || changes.failing > 0;
};
