import type { Live } from './query/stats-rows.ts';

/** The present as the interface shows it. */
export const toLiveJson = (live: Live) => ({
  last_5_minutes: { visitors: live.visitors5, pageviews: live.pageviews5 },
  last_30_minutes: { visitors: live.visitors30, pageviews: live.pageviews30 },
  pageviews_per_minute: live.perMinute,
  pages: live.pages,
  referrers: live.referrers,
  countries: live.countries,
});
