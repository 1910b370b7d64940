import type { Rating } from '../audit/score.ts';

/** In the order of `sort_by=result`; a rating is stored as its place in this list. */
export const RATINGS: readonly Rating[] = ['bad', 'decent', 'good'];

/** The number that stands for a rating in the database. */
export const ratingToNumber = (rating: Rating): number => RATINGS.indexOf(rating);

/** The rating that a number of the database stands for. */
export const ratingFromNumber = (number: number | null): Rating | null =>
  number === null ? null : (RATINGS[number] ?? null);
