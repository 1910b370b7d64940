import type { Live } from './query/stats-rows.ts';
import type { QueryAnswer } from './stats-service.ts';

/** A query’s answer as the interface shows it. */
export const toQueryJson = (answer: QueryAnswer, body: { page: number; per_page: number }) => ({
  rows: answer.rows.map(({ title, ...row }) => ({ ...row, ...(title === null ? {} : { title }) })),
  date_range: answer.range,
  comparison_date_range: answer.comparisonRange ?? null,
  timezone: answer.timezone,
  imported_days: answer.importedDays,
  includes_imported: answer.importedDays > 0 && answer.hasImported,
  page: body.page,
  per_page: body.per_page,
  total: answer.total,
});

/** The present as the interface shows it. */
export const toLiveJson = (live: Live) => ({
  last_5_minutes: { visitors: live.visitors5, pageviews: live.pageviews5 },
  last_30_minutes: { visitors: live.visitors30, pageviews: live.pageviews30 },
  pageviews_per_minute: live.perMinute,
  pages: live.pages,
  referrers: live.referrers,
  countries: live.countries,
});
