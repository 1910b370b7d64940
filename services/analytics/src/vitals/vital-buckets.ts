import type { VitalDefinition } from './vitals.ts';

/** The largest relative error of a bucket's estimate. */
const ACCURACY = 0.02;
/** How much wider each bucket is than the one before. */
export const GAMMA = (1 + ACCURACY) / (1 - ACCURACY);

/**
 * The bucket that a value is counted in: 0 for less than one unit (a millisecond, a thousandth of a
 * score), then each a little wider than the one before, so that quantiles are at most 2 % off. The
 * buckets of DDSketch: https://www.vldb.org/pvldb/vol12/p2195-masson.pdf, section 2. Counts of
 * buckets add up over days and pages; percentiles of days don't.
 */
export const bucketOf = ({ digits }: VitalDefinition, value: number): number => {
  const units = Math.round(value * 10 ** digits);
  return units < 1 ? 0 : 1 + Math.ceil(Math.log(units) / Math.log(GAMMA));
};

/** The value that stands for all in a bucket. */
export const bucketValue = ({ digits }: VitalDefinition, bucket: number): number => {
  if (bucket === 0) return 0;
  const units = (2 * GAMMA ** (bucket - 1)) / (GAMMA + 1);
  return Number((units / 10 ** digits).toFixed(digits));
};
