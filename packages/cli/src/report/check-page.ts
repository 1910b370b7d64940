import { setTimeout as sleep } from 'node:timers/promises';

import { ApiError, PlatformError, waitForReport } from '@platform/client';
import type { DetailedReport, Item, Output, Platform } from '@platform/client';

import { UsageError } from '../command.ts';

/** A page with what it was held against. */
export interface JudgedPage extends CheckedPage {
  assertions: readonly Assertion[];
  passed: boolean;
}

/** When a page passes. */
export interface Criteria {
  /** Least score of the page, 0–100. */
  minScore?: number | undefined;
  /** Least scores of categories. */
  minCategoryScores: ReadonlyMap<string, number>;
  /** Categories, checks and degrees of importance in which nothing may fail. */
  failOn: readonly string[];
  /** True if a page may not be worse than in its last run. */
  noWorse: boolean;
  /** By how many points the score may drop against the last run. */
  maxDrop: number;
}

/** Something that a page was held against, and how it ended. */
interface Assertion {
  name: string;
  passed: boolean;
  message: string;
  /** The check that failed, where it is about one. */
  checkId?: string;
}

type Check = DetailedReport['checks'][number];

const scoreAssertion = (name: string, score: number | null, least: number): Assertion => ({
  name,
  passed: score !== null && score >= least,
  message: `${score ?? 'no score'}, at least ${least} is wanted`,
});

const matches = (check: Check, name: string): boolean =>
  [check.category, check.id, check.importance].includes(name);

const namesOf = (report: DetailedReport): Set<string> =>
  new Set(report.checks.flatMap(({ category, id, importance }) => [category, id, importance]));

/** @throws UsageError for a name that no category, check or degree of importance has */
const assertKnown = (report: DetailedReport, { failOn, minCategoryScores }: Criteria): void => {
  const categories: string[] = report.categories.map(({ id }) => id);
  const names = namesOf(report);
  for (const name of failOn)
    if (!names.has(name))
      throw new UsageError(
        `--fail-on ${name}: there is no such category, check or importance. Categories: ${categories.join(', ')}.`,
      );
  for (const name of minCategoryScores.keys())
    if (!categories.includes(name))
      throw new UsageError(`--min-score ${name}: the categories are ${categories.join(', ')}.`);
};

const baselineAssertions = (comparison: RunComparison, maxDrop: number): Assertion[] => {
  const { score_change: change, new: worse, same_rules: same } = comparison;
  const rules = same ? '' : ' The rules changed between the two runs.';
  return [
    {
      name: 'score compared with the last run',
      passed: change >= -maxDrop,
      message: `${change > 0 ? '+' : ''}${change} points; at most ${maxDrop} may be lost.${rules}`,
    },
    ...worse.map((check) => ({
      name: `new: ${check.title}`,
      passed: false,
      message: check.message,
      checkId: check.id,
    })),
  ];
};

/**
 * Holds a report against the criteria. A report that failed passes none.
 * @param comparison with the last run; null where there is none
 * @throws UsageError for criteria that name what the report doesn't have
 */
export const judge = (
  report: DetailedReport,
  comparison: RunComparison | null,
  criteria: Criteria,
): Assertion[] => {
  if (report.status !== 'generated')
    return [{ name: 'report', passed: false, message: `No report: ${report.error ?? report.status}` }];
  assertKnown(report, criteria);
  const { minScore, minCategoryScores, failOn, noWorse, maxDrop } = criteria;
  const scores = report.categories.flatMap(({ id, score }) => {
    const least = minCategoryScores.get(id);
    return least === undefined ? [] : [scoreAssertion(`score of ${id}`, score, least)];
  });
  const failures = report.checks
    .filter((check) => check.status === 'fail' && failOn.some((name) => matches(check, name)))
    .map((check) => ({ name: check.title, passed: false, message: check.message, checkId: check.id }));
  return [
    ...(minScore === undefined ? [] : [scoreAssertion('score', report.score, minScore)]),
    ...scores,
    ...failures,
    ...(noWorse && comparison ? baselineAssertions(comparison, maxDrop) : []),
  ];
};

/** Changes between two runs of a report. */
export type RunComparison = Output<'reports.runs.diff'>;

export interface CheckPageOptions {
  /** Milliseconds until the result must be there. */
  waitFor: number;
  signal: AbortSignal;
  /** True to compare with the run before. */
  compare: boolean;
}

/** A page's new report, and how it compares with the run before. */
export interface CheckedPage {
  url: string;
  report: DetailedReport;
  /** Null if there is no earlier run, or none was asked for. */
  comparison: RunComparison | null;
}

/** As much of an address as the platform searches for. */
const SEARCH_CHARACTERS = 500;

const sameAddress = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href;

/** The organisation's report on a page, so that its runs make one history. */
const findReport = async (
  { reports }: Platform,
  url: string,
  signal: AbortSignal,
): Promise<Item<'reports.list'> | undefined> => {
  if (!URL.canParse(url)) return undefined;
  // As it is stored, percent-encoded, so that the cut leaves no half a character.
  const search = new URL(url).href.slice(0, SEARCH_CHARACTERS);
  for await (const report of reports.list({ search, sort: 'asc' }, { signal }))
    if (sameAddress(report.url, url)) return report;
  return undefined;
};

/** Returns when the platform stops giving the last result instead of a new one; undefined if it didn't. */
const nextGeneration = (report: object): number | undefined => {
  const { next_generation_at: next } = report as { next_generation_at?: string | null };
  return next === undefined || next === null ? undefined : Date.parse(next);
};

/**
 * Generates a report again; a result of the last minute is waited out, as it may be older than a
 * deployment.
 */
const generateAgain = async (
  platform: Platform,
  { id, generated_at: last }: Pick<Item<'reports.list'>, 'id' | 'generated_at'>,
  { waitFor, signal }: CheckPageOptions,
): Promise<DetailedReport> => {
  const end = Date.now() + waitFor;
  for (;;) {
    const report = await platform.reports.update(id, { results: 1 }, { signal });
    if (report.status === 'pending') return waitForReport(platform.reports, id, { signal, waitFor });
    // A new result has a next generation, too: the time distinguishes it from the last one.
    const next = nextGeneration(report);
    if (next === undefined || report.generated_at !== last) return report;
    if (next > end)
      throw new PlatformError(
        'too_soon',
        `${report.url} can be checked again at ${new Date(next).toISOString()}.`,
      );
    await sleep(Math.max(100, next - Date.now()), undefined, { signal });
  }
};

const compareRuns = async (
  { reports }: Platform,
  report: DetailedReport,
  signal: AbortSignal,
): Promise<RunComparison | null> => {
  if (report.run_id === null || report.status !== 'generated') return null;
  try {
    return await reports.runs.diff(report.id, report.run_id, {}, { signal });
  } catch (error) {
    // Refused by name when there is no run before this one.
    if (error instanceof ApiError && 'against' in error.fields) return null;
    throw error;
  }
};

/**
 * Reports on a page: again if the organisation has a report on it, otherwise in a new, private one.
 */
export const checkPage = async (
  platform: Platform,
  url: string,
  options: CheckPageOptions,
): Promise<CheckedPage> => {
  const { signal, waitFor, compare } = options;
  const known = await findReport(platform, url, signal);
  const report =
    known === undefined
      ? await platform.reports.run(url, { privacy: 1, waitFor, signal })
      : await generateAgain(platform, known, options);
  return { url, report, comparison: compare ? await compareRuns(platform, report, signal) : null };
};
