import type { CheckResult, CheckStatus } from '../checks/check.ts';

/** A check that had or has a finding, in the words of the run that says more about it. */
export interface ComparedCheck {
  readonly id: string;
  readonly category: string;
  readonly title: string;
  /** Null when that run knew no such check. */
  readonly before: CheckStatus | null;
  readonly after: CheckStatus | null;
  readonly message: string;
}

export interface Comparison {
  /** Had a finding, and has none now. */
  readonly fixed: readonly ComparedCheck[];
  /** Has a finding, and had none before. */
  readonly new: readonly ComparedCheck[];
  /** Has a finding as before; one may have become a warning or a failure meanwhile. */
  readonly unchanged: readonly ComparedCheck[];
}

const isFinding = (status: CheckStatus | undefined): boolean => status === 'warn' || status === 'fail';

/**
 * Compares two runs by the ids of their checks. A check that could not be done in either run says nothing about a
 * change, so it is in none of the lists, and neither is one that the later rules no longer have.
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
        before: then?.status ?? null,
        after: now.status,
        message: now.message,
      }));
  return { fixed: pick(true, false), new: pick(false, true), unchanged: pick(true, true) };
};
