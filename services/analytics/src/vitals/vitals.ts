/** A measure of how a page's loading and use felt to a visitor. */
export interface VitalDefinition {
  readonly id: string;
  /** Stored; never reused. */
  readonly number: number;
  /** What `web-vitals` and the script call it. */
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

/** What one view of a page measured: not every browser measures everything. */
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
