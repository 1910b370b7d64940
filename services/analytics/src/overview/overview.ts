/** What is counted of each website in the overview. */
export const OVERVIEW_METRICS = ['visitors', 'visits', 'pageviews'] as const;
export type OverviewMetric = (typeof OVERVIEW_METRICS)[number];

export type Totals = Readonly<Record<OverviewMetric, number>>;

/** The days of one website that are asked for, as instants of its zone and as dates. */
export interface SiteDays {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}
