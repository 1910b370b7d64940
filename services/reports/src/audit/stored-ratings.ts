import type { Rating } from './rating.ts';

/** From worst to best, as `sort_by=result` orders them. A rating is stored as its index. */
export const RATINGS: readonly Rating[] = ['bad', 'decent', 'good'];

/** A rating as the database stores it. */
export const ratingToNumber = (rating: Rating): number => RATINGS.indexOf(rating);

/** The rating stored as `number`. */
export const ratingFromNumber = (number: number | null): Rating | null =>
  number === null ? null : (RATINGS[number] ?? null);
