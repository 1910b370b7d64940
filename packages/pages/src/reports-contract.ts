import type { Language } from './contract.ts';

// Parts of the interface's answers, by their names there: the console asks for them, and a service
// puts them into its pages.

export type Rating = 'good' | 'decent' | 'bad';
export type Importance = 'critical' | 'high' | 'medium' | 'low' | 'informative';

/** Where in a page a finding is. */
export interface ShownPlace {
  readonly selector: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
}

export interface ShownItem {
  readonly snippet: string;
  readonly note: string | null;
  readonly place: ShownPlace | null;
}

/** A check as a page shows it. */
export interface ShownCheck {
  readonly id: string;
  readonly category: string;
  readonly status: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error';
  readonly title: string;
  readonly message: string;
  readonly importance: Importance;
  readonly items: readonly ShownItem[];
  readonly total: number;
  readonly rank: number | null;
  readonly gain: {
    readonly points: number;
    readonly bytes: number | null;
    readonly milliseconds: number | null;
  } | null;
  readonly fix: { readonly sentence: string; readonly code: string | null } | null;
  readonly wcag: readonly string[];
  /** What its documentation says; of findings only. */
  readonly about: { readonly why: string; readonly thresholds: string; readonly fix: string } | null;
}

export interface ShownCategory {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly result: Rating | null;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
}

/** Milliseconds; `cls` has no unit. */
export interface ShownMetrics {
  readonly lcp: number | null;
  readonly cls: number | null;
  readonly tbt: number | null;
  readonly fcp: number | null;
  readonly ttfb: number | null;
}

/** A request of the page. Times are milliseconds since its navigation began. */
export interface ShownRequest {
  readonly url: string;
  readonly type: string;
  readonly status: number | null;
  readonly start: number;
  readonly first_byte: number | null;
  readonly end: number;
  readonly bytes: number | null;
}

export interface ShownOrigin {
  readonly origin: string;
  readonly requests: number;
  readonly bytes: number;
  readonly third_party: boolean;
  readonly entity: string | null;
}

/** What a report is drawn from. */
export interface ShownReport {
  readonly url: string;
  readonly status: 'pending' | 'generated' | 'failed';
  readonly error_message: string | null;
  readonly score: number | null;
  readonly result: Rating | null;
  readonly generated_at: string | null;
  readonly rules_version: string | null;
  readonly notices: readonly { readonly code: string; readonly message: string }[];
  readonly categories: readonly ShownCategory[];
  readonly checks: readonly ShownCheck[];
  readonly facts: {
    readonly final_url: string;
    readonly http_status: number;
    /** Null over plain HTTP. */
    readonly protocol: string | null;
    readonly html_bytes: number;
    readonly encoding: string | null;
    readonly transfer_bytes: number;
    readonly requests: number;
    readonly first_byte: number | null;
    readonly redirects: number;
    readonly certificate_until: string | null;
  } | null;
  readonly metrics: ShownMetrics | null;
  readonly metrics_desktop: ShownMetrics | null;
  readonly samples: readonly ShownMetrics[];
  readonly screenshots: { readonly desktop: string; readonly phone: string } | null;
  readonly filmstrip: readonly { readonly at: number; readonly picture: string | null }[];
  readonly origins: readonly ShownOrigin[] | null;
  readonly requests: readonly ShownRequest[] | null;
  readonly failed_requests: readonly { readonly url: string; readonly reason: string }[];
  readonly console_errors: readonly string[];
  readonly violations:
    | readonly {
        readonly id: string;
        readonly title: string;
        readonly help_url: string;
        readonly impact: string;
        readonly elements: readonly string[];
        readonly total: number;
      }[]
    | null;
}

/** A result of the past. */
export interface ShownScore {
  readonly score: number;
  readonly at: string;
}

interface ShownChange {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly after: ShownCheck['status'] | null;
}

/** What differs from the result before. */
export interface ShownChanges {
  readonly before: ShownScore;
  readonly after: ShownScore;
  readonly same_rules: boolean;
  readonly fixed: readonly ShownChange[];
  readonly new: readonly ShownChange[];
}

/** A report with its past. */
export interface ReportContent {
  readonly report: ShownReport;
  /** The oldest first. */
  readonly scores: readonly ShownScore[];
  readonly changes: ShownChanges | null;
}

export interface ShownSite {
  readonly url: string;
  readonly host: string;
  readonly status: 'pending' | 'running' | 'completed' | 'cancelled' | 'failed';
  readonly error_message: string | null;
  readonly score: number | null;
  readonly result: Rating | null;
  readonly score_before: number | null;
  readonly got_worse: boolean;
  readonly categories: readonly {
    readonly id: string;
    readonly title: string;
    readonly score: number;
    readonly result: Rating | null;
  }[];
  readonly progress: { readonly found: number; readonly done: number; readonly files_done: number };
}

/** A crawl of a site. */
export interface ShownCrawl {
  readonly id: number;
  readonly score: number | null;
  readonly pages: number | null;
  readonly errors: number | null;
  readonly broken: number | null;
  readonly cut: boolean | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

interface ChangedPages {
  readonly total: number;
  readonly items: readonly {
    readonly url: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

export type SiteChangeKind =
  'new_broken' | 'failing' | 'fell' | 'vanished' | 'mended_broken' | 'rose' | 'appeared';

type CrawlTime = Pick<ShownCrawl, 'score' | 'created_at' | 'finished_at'>;

/** What differs between two crawls. */
export interface ShownSiteChanges extends Readonly<Record<SiteChangeKind, ChangedPages>> {
  readonly from: CrawlTime;
  readonly to: CrawlTime;
  readonly same_rules: boolean;
}

export interface ShownProblem {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly importance: string;
  readonly total: number;
  readonly items: readonly { readonly url: string; readonly note: string | null }[];
}

/** A site with its history, its problems and its worst pages. */
export interface SiteContent {
  readonly site: ShownSite;
  /** The newest first. */
  readonly crawls: readonly ShownCrawl[];
  /** The crawl that is shown. */
  readonly crawl: ShownCrawl | undefined;
  readonly changes: ShownSiteChanges | null;
  readonly problems: readonly ShownProblem[];
  readonly pages: readonly {
    readonly id: number;
    readonly url: string;
    readonly title: string | null;
    readonly score: number | null;
    readonly findings: number;
  }[];
}

/** The documentation of the checks. */
export interface ChecksContent {
  readonly version: string;
  readonly weights: Readonly<Record<'critical' | 'high' | 'medium' | 'low', number>>;
  readonly categories: readonly {
    readonly id: string;
    readonly title: string;
    /** Its percentage of the overall score. */
    readonly share: number;
    readonly checks: readonly {
      readonly id: string;
      readonly title: string;
      readonly importance: Importance;
      readonly isRare: boolean;
      readonly why: string;
      readonly thresholds: string;
      readonly fix: string;
      readonly wcag: readonly string[];
      readonly sources: readonly string[];
    }[];
  }[];
}

interface PageOptions {
  readonly language: Language;
  /** Query of the address, which links to other languages repeat. */
  readonly search: string;
  /**
   * True for a document to print: its style sheet is inside, and it has no script and no pictures that
   * paper doesn't show.
   */
  readonly isPrinted?: boolean;
}

/** What a message or a password is about. */
export type ReportSubject = 'report' | 'site';

/** Pages that a service of reports sends, as whole documents. */
export interface ReportPages {
  report(options: PageOptions & { content: ReportContent }): string;
  site(options: PageOptions & { content: SiteContent }): string;
  checks(options: PageOptions & { content: ChecksContent }): string;
  /** Asks for the password; posts to `action`. `message` says why it asks again. */
  password(options: {
    of: ReportSubject;
    action: string;
    message: string | undefined;
    language: Language;
  }): string;
  /** Says that there is no such page, or that it can't be shown; `advice` is what a person may do. */
  fault(options: {
    of: ReportSubject;
    fault: 'missing' | 'failed';
    advice: string | undefined;
    language: Language;
  }): string;
  /** A small page whose content is markup already. */
  small(options: { title: string; markup: string; language: Language }): string;
  /** The requests of a report over time, as an SVG file. */
  waterfall(options: {
    report: Pick<ShownReport, 'requests' | 'origins' | 'metrics'>;
    language: Language;
  }): string;
}
