import type { Live, LiveValue } from './query/stats-rows.ts';

/** The one row of the query for the last half hour. */
export interface LiveRow {
  readonly visitors_5: number;
  readonly visitors_30: number;
  readonly pageviews_5: number;
  readonly pageviews_30: number;
  readonly per_minute: readonly number[];
  readonly pages: readonly LiveValue[];
  readonly referrers: readonly LiveValue[];
  readonly countries: readonly LiveValue[];
}

/** The last half hour as it is answered. */
export const toLive = (row: LiveRow): Live => ({
  visitors5: row.visitors_5,
  visitors30: row.visitors_30,
  pageviews5: row.pageviews_5,
  pageviews30: row.pageviews_30,
  perMinute: row.per_minute,
  pages: row.pages,
  referrers: row.referrers,
  countries: row.countries,
});
