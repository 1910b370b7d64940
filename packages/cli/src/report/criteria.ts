import type { DetailedReport } from '@platform/client';
import { UsageError } from '../command.ts';
import type { RunComparison, CheckedPage } from './check-page.ts';

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
export interface Assertion {
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
