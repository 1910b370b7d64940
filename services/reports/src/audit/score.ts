import type { Category, Check, CheckOutcome } from '../checks/check.ts';
import { rate } from './rating.ts';
import type { Rating } from './rating.ts';
import { CATEGORY_TITLES, CATEGORY_SHARES } from './category-shares.ts';

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

/**
 * The share of points that every page gets, which counts as zero. Calibrated on the pages of
 * test/calibration, so that ordinary pages spread over the scale (docs/adr/0006).
 */
const BASELINE = 0.35;

interface Judged {
  check: Check;
  outcome: CheckOutcome;
}

/** A share of points as a score from 0 to 100, above what every page gets. */
const spread = (share: number): number => Math.round((100 * Math.max(0, share - BASELINE)) / (1 - BASELINE));

/** The weighted mean of the category’s counted outcomes, spread over 0 to 100. */
export const scoreCategory = (category: Category, judged: readonly Judged[]): CategoryScore => {
  const own = judged.filter(({ check }) => check.meta.category === category);
  const steady = sums(own.filter(({ check }) => check.meta.basis !== 'timing'));
  const timing = sums(own.filter(({ check }) => check.meta.basis === 'timing'));
  // Without any steady outcome, timings alone make no lasting score.
  const most = (steady.weight * TIMING_SHARE) / (1 - TIMING_SHARE);
  const scale = timing.weight > most ? most / timing.weight : 1;
  const weight = steady.weight + timing.weight * scale;
  const score = weight === 0 ? null : spread((steady.points + timing.points * scale) / weight);
  const having = (status: CheckOutcome['status']) =>
    own.filter(({ outcome }) => outcome.status === status).length;
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

/** The weighted mean of the categories. */
export const scoreOverall = (categories: readonly CategoryScore[]): number => {
  let points = 0;
  let shares = 0;
  for (const { id, score } of categories) {
    if (score === null) continue;
    points += score * CATEGORY_SHARES[id];
    shares += CATEGORY_SHARES[id];
  }
  return shares === 0 ? 0 : Math.round(points / shares);
};

/**
 * An outcome’s weight: 0 when it isn’t counted, a quarter when it passes a check that few pages
 * fail.
 */
export const countedWeight = ({ meta }: Check, { status, score }: CheckOutcome): number => {
  if (score === null) return 0;
  return meta.rare === true && status === 'pass' ? meta.weight / 4 : meta.weight;
};

const sums = (judged: readonly Judged[]): { points: number; weight: number } => {
  let points = 0;
  let weight = 0;
  for (const { check, outcome } of judged) {
    if (outcome.score === null) continue;
    const counted = countedWeight(check, outcome);
    points += outcome.score * counted;
    weight += counted;
  }
  return { points, weight };
};
