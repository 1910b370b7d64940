import type { Category, Check, CheckOutcome } from '../checks/check.ts';

export type Rating = 'good' | 'decent' | 'bad';

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

/** From this score on a page is good. */
export const GOOD = 90;
/** From this score on a page is decent. */
export const DECENT = 50;

/** What a measurement that varies may weigh at most, so that a rating doesn't flip from run to run. */
const TIMING_SHARE = 0.1;

/** The categories' names for people. */
export const CATEGORY_TITLES: Record<Category, string> = {
  seo: 'Search engines',
  performance: 'Performance',
  security: 'Security',
  content: 'Content',
};
/** What each category is worth in the whole, in hundredths. */
export const CATEGORY_SHARES: Record<Category, number> = {
  seo: 30,
  performance: 25,
  security: 25,
  content: 20,
};

interface Judged {
  check: Check;
  outcome: CheckOutcome;
}

/** The rating of a score of 0–100. */
export function rate(score: number): Rating {
  if (score >= GOOD) return 'good';
  return score >= DECENT ? 'decent' : 'bad';
}

/** The weighted mean of the category's outcomes that count. */
export function scoreCategory(category: Category, judged: readonly Judged[]): CategoryScore {
  const own = judged.filter(({ check }) => check.meta.category === category);
  const steady = sums(own.filter(({ check }) => check.meta.basis !== 'timing'));
  const timing = sums(own.filter(({ check }) => check.meta.basis === 'timing'));
  // With no steady outcome to lean on, timings alone say nothing that lasts.
  const most = (steady.weight * TIMING_SHARE) / (1 - TIMING_SHARE);
  const scale = timing.weight > most ? most / timing.weight : 1;
  const weight = steady.weight + timing.weight * scale;
  const score = weight === 0 ? null : Math.round((100 * (steady.points + timing.points * scale)) / weight);
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
}

/** The mean of the categories, weighted: search engines 30, performance 25, security 25, content 20. */
export function scoreOverall(categories: readonly CategoryScore[]): number {
  let points = 0;
  let shares = 0;
  for (const { id, score } of categories) {
    if (score === null) continue;
    points += score * CATEGORY_SHARES[id];
    shares += CATEGORY_SHARES[id];
  }
  return shares === 0 ? 0 : Math.round(points / shares);
}

/** What an outcome weighs: nothing when it isn't counted, a quarter when it passes what few pages fail. */
export function countedWeight({ meta }: Check, { status, score }: CheckOutcome): number {
  if (score === null) return 0;
  return meta.rare === true && status === 'pass' ? meta.weight / 4 : meta.weight;
}

function sums(judged: readonly Judged[]): { points: number; weight: number } {
  let points = 0;
  let weight = 0;
  for (const { check, outcome } of judged) {
    if (outcome.score === null) continue;
    const counted = countedWeight(check, outcome);
    points += outcome.score * counted;
    weight += counted;
  }
  return { points, weight };
}
