import type { Sum } from './sums.ts';

/** A sum, or the quotient of two. */
export interface Formula {
  readonly numerator: Sum;
  readonly denominator?: Sum;
  /** Multiplies the quotient: milliseconds become seconds. */
  readonly scale?: number;
  /** Decimals the value is rounded to. */
  readonly digits: number;
}

/** `share` is 0 to 1, `percent` 0 to 100; a `ratio` is shown with one decimal. */
export type Unit = 'count' | 'ratio' | 'share' | 'percent' | 'seconds';

/**
 * All there is to know about a metric. Schemas, sorting, tiles, the chart's axis and the
 * documentation derive from it.
 */
export interface MetricDefinition {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly formula: Formula;
  /** Definition of what is counted, for docs/metrics.md and the API reference. */
  readonly about: string;
  /** True where a fall is an improvement. */
  readonly isLessBetter?: true;
  /** True for what only the tracker can measure: without it, zero would be misleading. */
  readonly isMeasured?: true;
}
