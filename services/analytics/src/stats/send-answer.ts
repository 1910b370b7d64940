import type { Request, Response } from 'express';

import type { Live } from './query/stats-rows.ts';

/** True for a client that prefers CSV to JSON. */
export const wantsCsv = (request: Request): boolean => request.accepts(['json', 'text/csv']) === 'text/csv';

/** Answers with a CSV file. */
export const sendCsv = (response: Response, name: string, file: Uint8Array): Promise<undefined> => {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Content-Length', file.byteLength);
  response.end(file);
  return Promise.resolve(undefined);
};

/** The present as the interface shows it. */
export const toLiveJson = (live: Live) => ({
  last_5_minutes: { visitors: live.visitors5, pageviews: live.pageviews5 },
  last_30_minutes: { visitors: live.visitors30, pageviews: live.pageviews30 },
  pageviews_per_minute: live.perMinute,
  pages: live.pages,
  referrers: live.referrers,
  countries: live.countries,
});
