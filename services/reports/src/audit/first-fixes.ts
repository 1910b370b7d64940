import type { CheckMeta, CheckResult } from '../checks/check.ts';
import { CATEGORY_SHARES } from './category-shares.ts';

/** A finding and the points of the overall score that it costs, 0–100. */
export interface Fix {
  check: CheckResult;
  points: number;
}

const IMPORTANCE = { critical: 4, high: 3, medium: 2, low: 1, informative: 0 } as const;

/**
 * The findings to fix first: failures that limit the score, other failures, warnings; each by
 * importance, then by the points they cost. A finding costs its lost share of its category’s weight
 * times the category’s share of the overall score.
 */
export const firstFixes = (
  checks: readonly CheckResult[],
  most: number,
  metas: ReadonlyMap<string, Pick<CheckMeta, 'critical'>>,
): Fix[] => {
  const severity = ({ id, status }: CheckResult): number => {
    if (status !== 'fail') return 0;
    return metas.get(id)?.critical === true ? 2 : 1;
  };
  const weights = new Map<string, number>();
  for (const { category, weight } of checks) weights.set(category, (weights.get(category) ?? 0) + weight);
  return checks
    .filter((check) => (check.status === 'fail' || check.status === 'warn') && check.score !== null)
    .map((check) => {
      const share = check.weight / Math.max(1, weights.get(check.category) ?? 0);
      return { check, points: (1 - (check.score ?? 0)) * share * CATEGORY_SHARES[check.category] };
    })
    .sort(
      (a, b) =>
        severity(b.check) - severity(a.check) ||
        IMPORTANCE[b.check.importance] - IMPORTANCE[a.check.importance] ||
        b.points - a.points ||
        (a.check.id < b.check.id ? -1 : 1),
    )
    .slice(0, most);
};
