/**
 * Lighthouse's curve: 0.9 at `p10`, 0.5 at `median`, the complement of a log-normal distribution's
 * cumulative function. `value` is 0 or more; less is better. Source: Lighthouse,
 * `shared/statistics.js`.
 */
export const logNormalScore = (value: number, p10: number, median: number): number => {
  if (value <= 0) return 1;
  const inverseErfcOfAFifth = 0.9061938024368232;
  const standardised = (Math.log(value / median) * inverseErfcOfAFifth) / Math.log(median / p10);
  return Math.min(1, Math.max(0, Math.round(50 * (1 - erf(standardised))) / 100));
};

/** Abramowitz and Stegun 7.1.26; the error is below 1.5 × 10⁻⁷. */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - y * Math.exp(-x * x));
};
