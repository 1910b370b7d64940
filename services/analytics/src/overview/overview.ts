import type { DateRange, Interval } from '../calendar/date-range.ts';
import type { Website } from '../websites/website.ts';

export interface WebsiteOverview extends Totals {
  readonly website: Website;
  readonly range: DateRange;
  /** Of the visitors against the days before; null where there were none. */
  readonly change: number | null;
  /** The same without today, which has not ended; null where there were none, or only today is asked for. */
  readonly changeOfWholeDays: number | null;
  readonly visitorsNow: number;
  readonly interval: Interval;
  readonly sparkline: readonly number[];
}

/** Metrics that the overview counts for each website. */
export const OVERVIEW_METRICS = ['visitors', 'visits', 'pageviews'] as const;
export type OverviewMetric = (typeof OVERVIEW_METRICS)[number];

export type Totals = Readonly<Record<OverviewMetric, number>>;

/** Days of a website that are counted together, as instants of its zone and as dates. */
export interface CountedDays {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}
