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

/** Returns the value that represents a bucket. */
export const bucketValue = ({ digits }: VitalDefinition, bucket: number): number => {
  if (bucket === 0) return 0;
  const units = (2 * GAMMA ** (bucket - 1)) / (GAMMA + 1);
  return Number((units / 10 ** digits).toFixed(digits));
};

/** Visitors' measurements of one vital. */
export interface VitalFigure {
  /** 75th percentile: three quarters of the views were at least as good. */
  readonly p75: number;
  /** Views that measured it. */
  readonly samples: number;
  readonly rating: VitalRating;
}

/** Null for what nobody measured. */
export type VitalFigures = Readonly<Record<Vital, VitalFigure | null>>;

interface VitalsOf {
  readonly value: string;
  readonly figures: VitalFigures;
}

export interface VitalsAnswer {
  /** All pages and devices together. */
  readonly total: VitalFigures;
  /** Those with most samples first. */
  readonly rows: readonly VitalsOf[];
}

/** A measure of how a page's loading and use felt to a visitor. */
export interface VitalDefinition {
  readonly id: string;
  /** Stored; never reused. */
  readonly number: number;
  /** Name in `web-vitals` and the script. */
  readonly name: string;
  readonly title: string;
  readonly unit: 'ms' | 'score';
  /** Up to here it is good, beyond `poor` it is poor: https://web.dev/articles/defining-core-web-vitals-thresholds */
  readonly good: number;
  readonly poor: number;
  /** Larger values are capped: nobody waits that long, so a page that reports more is wrong. */
  readonly max: number;
  /** Number of decimal places that are kept. */
  readonly digits: number;
}

/** Every web vital, in the order in which answers and pages show them. */
export const VITALS = [
  {
    id: 'lcp',
    number: 1,
    name: 'LCP',
    title: 'Largest Contentful Paint',
    unit: 'ms',
    good: 2_500,
    poor: 4_000,
    max: 600_000,
    digits: 0,
  },
  {
    id: 'inp',
    number: 2,
    name: 'INP',
    title: 'Interaction to Next Paint',
    unit: 'ms',
    good: 200,
    poor: 500,
    max: 600_000,
    digits: 0,
  },
  {
    id: 'cls',
    number: 3,
    name: 'CLS',
    title: 'Cumulative Layout Shift',
    unit: 'score',
    good: 0.1,
    poor: 0.25,
    max: 600,
    digits: 3,
  },
  {
    id: 'ttfb',
    number: 4,
    name: 'TTFB',
    title: 'Time to First Byte',
    unit: 'ms',
    good: 800,
    poor: 1_800,
    max: 600_000,
    digits: 0,
  },
] as const satisfies readonly VitalDefinition[];

export type Vital = (typeof VITALS)[number]['id'];

/** Measurements of one page view; not every browser measures everything. */
export type MeasuredVitals = Readonly<Partial<Record<Vital, number>>>;

export type VitalRating = 'good' | 'needs_improvement' | 'poor';

/** How a value is judged by the thresholds of its vital. */
export const ratingOf = ({ good, poor }: VitalDefinition, value: number): VitalRating => {
  if (value <= good) return 'good';
  return value <= poor ? 'needs_improvement' : 'poor';
};

/** A value as it is stored: capped, and rounded to the significant decimal places. */
export const storedValue = ({ max, digits }: VitalDefinition, value: number): number =>
  Number(Math.min(max, value).toFixed(digits));
