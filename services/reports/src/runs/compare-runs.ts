import { limitedScore, rate, RATINGS } from '../audit/rating.ts';
import { criticalFailures, scoreOverall } from '../audit/score.ts';
import type { Judged } from '../audit/score.ts';
import type { CheckResult, CheckStatus, CheckTitles } from '../checks/check.ts';
import type { CheckRegistry } from '../checks/registry.ts';

/** A check with a finding in at least one of the two runs. */
export interface ComparedCheck {
  readonly id: string;
  readonly category: string;
  /** True of the later run. */
  readonly title: string;
  readonly titles: CheckTitles;
  /** Null when that run didn’t have the check. */
  readonly before: CheckStatus | null;
  readonly after: CheckStatus | null;
  readonly message: string;
}

export interface Comparison {
  /** Had a finding and has none now. */
  readonly fixed: readonly ComparedCheck[];
  /** Has a finding and had none before. */
  readonly new: readonly ComparedCheck[];
  /** Had a finding and still has one, though a warning may have become a failure or vice versa. */
  readonly unchanged: readonly ComparedCheck[];
}

/** Whether both runs decided a check, and on the same evidence where that is known. */
const isComparable = (before: ScoredCheck | undefined, after: ScoredCheck): boolean => {
  if (before?.status === 'error' || after.status === 'error') return false;
  // Audits of earlier versions don't say.
  return !before?.evidence || !after.evidence || before.evidence === after.evidence;
};

const isFinding = (status: CheckStatus | undefined): boolean => status === 'warn' || status === 'fail';

/**
 * Compares two runs by check id. A check that one of the runs couldn’t decide, or decided on other
 * evidence, shows no change, so it is in none of the lists. Nor is a check that the later rules have
 * dropped.
 */
export const compareRuns = (before: readonly CheckResult[], after: readonly CheckResult[]): Comparison => {
  const earlier = new Map(before.map((check) => [check.id, check]));
  const pairs = after
    .map((now) => ({ now, then: earlier.get(now.id) }))
    .filter(({ now, then }) => isComparable(then, now));
  const pick = (had: boolean, has: boolean): ComparedCheck[] =>
    pairs
      .filter(({ now, then }) => isFinding(then?.status) === had && isFinding(now.status) === has)
      .map(({ now, then }) => ({
        id: now.id,
        category: now.category,
        title: now.title,
        titles: now.titles,
        before: then?.status ?? null,
        after: now.status,
        message: now.message,
      }));
  return { fixed: pick(true, false), new: pick(false, true), unchanged: pick(true, true) };
};

/** Two runs measured by the same checks. Scores are from 0 to 100. */
export interface ComparedScores {
  readonly before: number;
  readonly after: number;
  /** How many checks both runs decided, on the same evidence. */
  readonly checks: number;
}

/** Parts of a check that its score needs; less than a whole audit has. */
export type ScoredCheck = Pick<CheckResult, 'id' | 'status' | 'score' | 'evidence'>;

const overallScore = (judged: readonly Judged[]): number =>
  limitedScore(scoreOverall(judged), criticalFailures(judged).length);

/**
 * Scores two runs over the checks that both decided, so that a failed rendering makes no page worse.
 * Only for runs under the rules of `registry`.
 */
export const compareScores = (
  before: readonly ScoredCheck[],
  after: readonly ScoredCheck[],
  registry: CheckRegistry,
): ComparedScores => {
  const [then, now] = [before, after].map((checks) => new Map(checks.map((check) => [check.id, check])));
  const common = registry.checks.flatMap((check) => {
    const pair = [then?.get(check.meta.id), now?.get(check.meta.id)] as const;
    const [was, is] = pair;
    return was && is && isComparable(was, is) ? [{ check, was, is }] : [];
  });
  return {
    before: overallScore(common.map(({ check, was }) => ({ check, outcome: was }))),
    after: overallScore(common.map(({ check, is }) => ({ check, outcome: is }))),
    checks: common.length,
  };
};

/** A report that loses so many points got worse, even where its rating stays. */
const WORSE_BY = 5;

/** Whether a page got worse: a lower rating, or clearly fewer points. */
export const isWorse = ({ before, after }: ComparedScores): boolean =>
  RATINGS.indexOf(rate(after)) < RATINGS.indexOf(rate(before)) || after <= before - WORSE_BY;
