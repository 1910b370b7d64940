/** From worst to best, as `sort_by=result` orders them. A rating is stored as its index. */
export const RATINGS: readonly Rating[] = ['bad', 'decent', 'good'];

/** A rating as the database stores it. */
export const ratingToNumber = (rating: Rating): number => RATINGS.indexOf(rating);

/** The rating stored as `number`. */
export const ratingFromNumber = (number: number | null): Rating | null =>
  number === null ? null : (RATINGS[number] ?? null);

export type Rating = 'good' | 'decent' | 'bad';

/** The lowest score of a good page. */
export const GOOD = 90;

/** The lowest score of a decent page. */
export const DECENT = 50;

/** The highest score with 0, 1, 2 and more critical failures. */
const LIMITS = [100, GOOD - 1, 69, DECENT - 1] as const;

/** The rating of a score from 0 to 100. */
export const rate = (score: number): Rating => {
  if (score >= GOOD) return 'good';
  return score >= DECENT ? 'decent' : 'bad';
};

/** The overall score with this many critical failures. */
export const limitedScore = (score: number, criticalFailures: number): number =>
  Math.min(score, LIMITS[Math.min(criticalFailures, LIMITS.length - 1)] ?? 100);
