import type { PageArtifacts } from './page-artifacts.ts';
import type { Page } from './page.ts';
import type { RobotsFile } from './robots-file.ts';

export const CATEGORIES = ['seo', 'performance', 'security', 'content'] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * What a check's answer rests on. `content` is what scripts may still change (text, headings, links, images): on a page
 * that is empty before its scripts ran, these checks inform and don't count. `timing` is what varies from one
 * measurement to the next: together these weigh at most a tenth of their category and of the whole.
 */
export type Basis = 'content' | 'document' | 'response' | 'site' | 'resources' | 'timing';

/** How much a finding matters to the site's owner. It orders "what to fix first". */
export type Importance = 'critical' | 'high' | 'medium' | 'low' | 'informative';

/** All that is known about a check besides its code; the documentation page is made from it. */
export interface CheckMeta {
  /** kebab-case, unique, and stable: runs are compared by it. */
  id: string;
  category: Category;
  /** What is right when the check passes. */
  title: string;
  importance: Importance;
  /** Share in the weighted mean of its category, 0–10. 0 informs only. */
  weight: number;
  basis: Basis;
  /**
   * A fault that few pages have. Its presence counts in full; to be without it proves little, so a pass counts a quarter.
   * Otherwise a page would be good for all that nobody does wrong.
   */
  rare?: true;
  docs: {
    /** Why it matters, in a sentence or two. */
    why: string;
    /** What gives pass, warn and fail. */
    thresholds: string;
    /** What to do about a finding. */
    fix: string;
    /** Where the rule comes from. */
    sources: readonly string[];
  };
}

export type CheckStatus = 'pass' | 'warn' | 'fail' | 'not_applicable' | 'info' | 'error';

/** One offending piece of the page, as text; never markup to be rendered. */
export interface CheckItem {
  /** At most 240 characters. */
  snippet: string;
  note: string | null;
}

export interface CheckOutcome {
  status: CheckStatus;
  /** 0–1; null when the outcome is not counted. */
  score: number | null;
  /** What was found, for people and for comparison between runs. */
  value: string | number | boolean | null;
  /** What should have been found. */
  expected: string | null;
  /** The first findings, at most 20. */
  items: CheckItem[];
  /** How many findings there are in all. */
  total: number;
  /** What was found and, unless it passed, what to do. */
  message: string;
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

/** What one check contributes to an audit; `weight` is what the outcome counted with. */
export type CheckResult = CheckOutcome &
  Pick<CheckMeta, 'id' | 'category' | 'title' | 'importance' | 'weight'>;

export interface OutcomeExtras {
  score?: number;
  value?: string | number | boolean | null;
  expected?: string;
  items?: readonly (string | CheckItem)[];
}

/** The most findings that an outcome lists. */
export const MAX_ITEMS = 20;
const MAX_SNIPPET = 240;
/** Messages may quote the page; they stay readable whatever it says. */
const MAX_MESSAGE = 500;

function outcome(
  status: CheckStatus,
  score: number | null,
  message: string,
  extras: OutcomeExtras,
): CheckOutcome {
  const items = extras.items ?? [];
  return {
    status,
    score: score === null ? null : (extras.score ?? score),
    value: typeof extras.value === 'string' ? excerpt(extras.value) : (extras.value ?? null),
    expected: extras.expected ?? null,
    items: items.slice(0, MAX_ITEMS).map((item) => toItem(item)),
    total: items.length,
    message: excerpt(message, MAX_MESSAGE),
  };
}

function toItem(item: string | CheckItem): CheckItem {
  if (typeof item === 'string') return { snippet: excerpt(item), note: null };
  return { snippet: excerpt(item.snippet), note: item.note === null ? null : excerpt(item.note) };
}

/** Embeddings, overrides and isolates: they would turn around the sentence that quotes them. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text in one line, cut to `most` characters, without splitting a surrogate pair. */
export function excerpt(text: string, most: number = MAX_SNIPPET): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(TURNS, '\uFFFD')
    .replace(/[\s\0]+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** All is well: score 1. */
export const pass = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('pass', 1, message, extras);

/** Could be better: score 0.5 unless given. */
export const warn = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('warn', 0.5, message, extras);

/** Wrong: score 0 unless given. */
export const fail = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('fail', 0, message, extras);

/** The page has nothing that the check is about; not counted. */
export const notApplicable = (message: string): CheckOutcome => outcome('not_applicable', null, message, {});

/** A fact without a judgement; not counted. */
export const info = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('info', null, message, extras);

/** The check could not be done, for want of what it needs; not counted, and marks the audit incomplete. */
export const unknown = (message: string): CheckOutcome => outcome('error', null, message, {});
