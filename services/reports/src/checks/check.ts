import type { FoundItem, Place } from '../page/html/place.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { Page } from '../page/html/page.ts';
import type { RobotsFile } from '../page/files/robots-file.ts';

/** Weight of a check in its category's score, by its importance alone. */
export const WEIGHTS: Readonly<Record<Importance, number>> = {
  critical: 10,
  high: 5,
  medium: 2,
  low: 1,
  informative: 0,
};

export const CATEGORIES = ['seo', 'performance', 'security', 'content', 'accessibility'] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * The evidence a check judges. Scripts may still change `content` (text, headings, links, images),
 * so on a page that is empty before its scripts run these checks inform and don't count. `timing`
 * varies between measurements; together such checks weigh at most a tenth of their category.
 */
export type Basis = 'content' | 'document' | 'response' | 'site' | 'resources' | 'timing';

/**
 * How much a finding matters to the site's owner. It orders "what to fix first", and decides the
 * weight in the score.
 */
export type Importance = 'critical' | 'high' | 'medium' | 'low' | 'informative';

/** Everything about a check besides its code. The documentation page is generated from it. */
export interface CheckMeta {
  /** kebab-case, unique and stable, as runs are compared by it. */
  id: string;
  category: Category;
  /** Another category whose score it counts in: what is amiss there shows below its own. */
  alsoIn?: Category;
  /** Statement that is true when the check passes. */
  title: string;
  /** Statement that is true when it warns or fails. */
  failureTitle: string;
  importance: Importance;
  basis: Basis;
  /** It judges what a browser reported, and is not decided without one. */
  needsBrowser?: true;
  /**
   * Few pages have this fault. It costs points like any other, but a pass earns none, so that a
   * page isn't good merely for avoiding what nobody does.
   */
  rare?: true;
  /** Its failure limits the overall score, whatever else is right (see `limitedScore`). */
  critical?: true;
  /** The criterion that a check of accessibility covers. */
  wcag?: {
    /** Success criteria of WCAG 2.2, by number and name. */
    criteria: readonly string[];
    /** The rules of axe-core that find the same in a browser. */
    rules: readonly string[];
  };
  docs: {
    /** Why it matters, in a sentence or two. */
    why: string;
    /** Conditions for pass, warn and fail. */
    thresholds: string;
    /** How to fix a finding. */
    fix: string;
    /** Where the rule comes from. */
    sources: readonly string[];
  };
}

export type CheckStatus = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error';

/** Source of an outcome: the server's answers, the HTML as sent, or the page in a browser. */
export type Evidence = 'answer' | 'html' | 'rendered';

/** One offending piece of the page, as text; never markup to be rendered. */
export interface CheckItem {
  /** At most 240 characters. */
  snippet: string;
  note: string | null;
  /** Missing from audits that earlier versions stored; null for what is not in the page. */
  place?: Place | null;
}

/** Savings for the page once the finding is mended, where they can be computed. */
export interface Savings {
  /** Over the network, on a first visit; for what browsers may not keep, on every later one. */
  bytes?: number;
  /** As a phone on slow 4G, measured or estimated; where only bytes are known, the time they take. */
  milliseconds?: number;
}

/** Gain of mending a finding. */
export interface Gain {
  /** Of the overall score: with the check passed, less what it is now. */
  points: number;
  bytes: number | null;
  milliseconds: number | null;
}

export interface CheckOutcome {
  status: CheckStatus;
  /** 0–1; null when the outcome is not counted. */
  score: number | null;
  /** The finding, for people and for comparison between runs. */
  value: string | number | boolean | null;
  /** The expected finding. */
  expected: string | null;
  /** The first findings, at most 20. */
  items: FoundItem[];
  /** How many findings there are in all. */
  total: number;
  /** The finding and, unless it passed, how to fix it. */
  message: string;
  saves: Savings | null;
}

export interface CheckContext {
  artifacts: PageArtifacts;
  page: Page;
  robots: RobotsFile;
}

export interface Check {
  meta: CheckMeta;
  /** Pure: reads its arguments and nothing else, neither clock nor network. */
  run(context: CheckContext): CheckOutcome;
}

/** A check's title for either outcome. */
export interface CheckTitles {
  pass: string;
  fail: string;
}

/** A check's contribution to an audit; `weight` is the one that the outcome counted with. */
export type CheckResult = Omit<CheckOutcome, 'items' | 'saves'> &
  Pick<CheckMeta, 'id' | 'category' | 'importance'> & {
    items: CheckItem[];
    /** The title that is true of this outcome. */
    title: string;
    titles: CheckTitles;
    /** Missing from audits that earlier versions stored. */
    evidence?: Evidence;
    weight: number;
    /** Null for a check without a finding; missing from audits that earlier versions stored. */
    gain?: Gain | null;
  };

/** Both titles of a check. */
export const titlesOf = ({
  title,
  failureTitle,
}: Pick<CheckMeta, 'title' | 'failureTitle'>): CheckTitles => ({
  pass: title,
  fail: failureTitle,
});

/** Picks the title that is true of an outcome. */
export const titleOf = ({ pass, fail }: CheckTitles, status: CheckStatus): string =>
  status === 'fail' || status === 'warn' ? fail : pass;
