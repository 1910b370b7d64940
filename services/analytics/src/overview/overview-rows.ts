import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { Interval } from '../calendar/interval.ts';
import type { Website } from '../websites/website.ts';
import type { OverviewQuery } from './overview-schema.ts';
import type { WebsiteOverview } from './website-overview.ts';
import type { SiteDays, Totals } from './overview.ts';

/** Of a website without traffic. */
export const NOTHING: Totals = { visitors: 0, visits: 0, pageviews: 0 };

/** Points of a sparkline; more days are shown as weeks or months. */
const MOST_DAYS = 100;

/** Days that are shown as weeks. */
export const MOST_WEEKS = 700;

/** What a point of a sparkline stands for. */
export const intervalOf = (days: number): Interval => {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS ? 'week' : 'month';
};

/** The days of a website, as its zone has them. */
export const daysOf = ({ id, timezone }: Website, range: DateRange): SiteDays => ({
  id,
  ...spanOf(range, timezone),
  ...range,
});

/** A website with its totals. */
export type Row = Totals & Pick<WebsiteOverview, 'website' | 'range'>;

/** The order of rows: equals by domain. */
export const compare = ({ sort_by: by, sort }: OverviewQuery) => {
  const sign = sort === 'asc' ? 1 : -1;
  return (a: Row, b: Row): number =>
    (by === 'domain' ? 0 : sign * (a[by] - b[by])) ||
    (by === 'domain' ? sign : 1) * (a.website.domain < b.website.domain ? -1 : 1);
};
