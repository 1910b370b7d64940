import { rate } from '../../src/audit/score.ts';
import type { Rating } from '../../src/audit/score.ts';

/** How scores are spread. */
export interface Spread {
  /** Minimum, quartiles and maximum. */
  readonly quantiles: readonly [min: number, lower: number, median: number, upper: number, max: number];
  /** Points between the quartiles. */
  readonly middleHalf: number;
  readonly ratings: Readonly<Record<Rating, number>>;
}

/** How these scores are spread. */
export const spreadOf = (scores: readonly number[]): Spread => {
  const sorted = scores.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const having = (rating: Rating): number => scores.filter((score) => rate(score) === rating).length;
  return {
    quantiles: [at(0), at(0.25), at(0.5), at(0.75), at(1)],
    middleHalf: at(0.75) - at(0.25),
    ratings: { bad: having('bad'), decent: having('decent'), good: having('good') },
  };
};

/** Lines of a histogram in steps of five points. */
export const histogramOf = (scores: readonly number[]): readonly string[] =>
  Array.from({ length: 20 }, (_, step) => 5 * step).flatMap((from) => {
    const count = scores.filter((score) => score >= from && score < from + 5 + Number(from === 95)).length;
    return count === 0
      ? []
      : [`${String(from).padStart(3)}–${String(from === 95 ? 100 : from + 4)} ${'#'.repeat(count)} ${count}`];
  });
