import type { CheckResult, CheckStatus, CheckTitles } from '../checks/check.ts';

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

const isFinding = (status: CheckStatus | undefined): boolean => status === 'warn' || status === 'fail';

/**
 * Compares two runs by check id. A check that couldn’t be done in one of the runs shows no change,
 * so it is in none of the lists. Nor is a check that the later rules have dropped.
 */
export const compareRuns = (before: readonly CheckResult[], after: readonly CheckResult[]): Comparison => {
  const earlier = new Map(before.map((check) => [check.id, check]));
  const pairs = after
    .map((now) => ({ now, then: earlier.get(now.id) }))
    .filter(({ now, then }) => now.status !== 'error' && then?.status !== 'error');
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
