import type { Category, Check, CheckOutcome, CheckMeta, CheckResult } from '../checks/check.ts';
import { WEIGHTS } from '../checks/check.ts';
import { rate } from './rating.ts';
import type { Rating } from './rating.ts';

/** The categories’ display names. */
export const CATEGORY_TITLES: Record<Category, string> = {
  seo: 'Search engines',
  performance: 'Performance',
  security: 'Security',
  content: 'Content',
};

/** Each category’s share of the overall score, in percent. */
export const CATEGORY_SHARES: Record<Category, number> = {
  seo: 30,
  performance: 25,
  security: 25,
  content: 20,
};

/**
 * The shares of points at which a score is 0 and 100. Every page that loads gets the first;
 * the last few points depend on what most good pages lack. Calibrated on the pages of
 * test/calibration (docs/adr/0006).
 */
const NONE = 0.3;
const ALL = 0.95;

/** The score, from 0 to 100, of a page or category that kept this share of its points. */
const scoreOf = (share: number): number =>
  Math.round(100 * Math.min(1, Math.max(0, (share - NONE) / (ALL - NONE))));

export interface CategoryScore {
  id: Category;
  title: string;
  /** 0–100; null when nothing in the category could be judged. */
  score: number | null;
  result: Rating | null;
  passed: number;
  warned: number;
  failed: number;
}

/** The most that varying measurements may weigh, so that a rating doesn’t flip between runs. */
const TIMING_SHARE = 0.1;

/** A check with its outcome, or with as much of it as a score needs. */
export interface Judged {
  check: Check;
  outcome: Pick<CheckOutcome, 'status' | 'score'>;
}

/** The points that a category's checks may get, and those that the page lost. */
interface Points {
  available: number;
  lost: number;
}

/**
 * The share of a category's points that the page kept, from 0 to 1; null when nothing could be
 * judged. A failure costs the same whatever else is wrong, so mending anything never costs points.
 */
const shareKept = (category: Category, judged: readonly Judged[]): number | null => {
  const own = judged.filter(({ check }) => check.meta.category === category);
  const steady = pointsOf(own.filter(({ check }) => check.meta.basis !== 'timing'));
  const timing = pointsOf(own.filter(({ check }) => check.meta.basis === 'timing'));
  // Without any steady outcome, timings alone make no lasting score.
  const most = (steady.available * TIMING_SHARE) / (1 - TIMING_SHARE);
  const scale = timing.available > most ? most / timing.available : 1;
  const available = steady.available + timing.available * scale;
  if (available === 0) return null;
  return Math.max(0, 1 - (steady.lost + timing.lost * scale) / available);
};

/** A category's score, and how its checks came out. */
export const scoreCategory = (category: Category, judged: readonly Judged[]): CategoryScore => {
  const share = shareKept(category, judged);
  const score = share === null ? null : scoreOf(share);
  const having = (status: CheckOutcome['status']) =>
    judged.filter(({ check, outcome }) => check.meta.category === category && outcome.status === status)
      .length;
  return {
    id: category,
    title: CATEGORY_TITLES[category],
    score,
    result: score === null ? null : rate(score),
    passed: having('pass'),
    warned: having('warn'),
    failed: having('fail'),
  };
};

/** The overall score: that of the weighted mean of the categories' shares. */
export const scoreOverall = (judged: readonly Judged[]): number => {
  let kept = 0;
  let shares = 0;
  for (const [category, weight] of Object.entries(CATEGORY_SHARES) as [Category, number][]) {
    const share = shareKept(category, judged);
    if (share === null) continue;
    kept += share * weight;
    shares += weight;
  }
  return shares === 0 ? 0 : scoreOf(kept / shares);
};

/** The checks whose failure limits the overall score. */
export const criticalFailures = <One extends Judged>(judged: readonly One[]): One[] =>
  judged.filter(({ check, outcome }) => check.meta.critical === true && outcome.status === 'fail');

/** An outcome’s weight: 0 when it isn’t counted, or passes a check that few pages fail. */
export const countedWeight = ({ meta }: Check, { status, score }: CheckOutcome): number => {
  if (score === null) return 0;
  return meta.rare === true && status === 'pass' ? 0 : WEIGHTS[meta.importance];
};

const pointsOf = (judged: readonly Judged[]): Points => {
  let available = 0;
  let lost = 0;
  for (const { check, outcome } of judged) {
    if (outcome.score === null) continue;
    const weight = WEIGHTS[check.meta.importance];
    if (check.meta.rare !== true) available += weight;
    lost += weight * (1 - outcome.score);
  }
  return { available, lost };
};

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
