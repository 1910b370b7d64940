import { spanOf } from '../../calendar/date-range.ts';
import { withoutMonths } from '../../calendar/without-months.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { isDaily } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { keyName, sumColumns, groupByKeys, bucketByTime, bucketByDay } from './grouped-sql.ts';

const TRAFFIC_COLUMNS = 'visitors, visits, bounces, duration_s, pageviews, events, engaged_ms, scroll';

/**
 * Quarter hours of the range, and days of whole months where month sums exist. Each row begins with
 * its time bucket.
 */
const trafficRows = (request: SumsRequest): Sql => {
  const { site, range, months = [] } = request;
  const bucketed = (bucket: (request: SumsRequest) => Sql): Sql =>
    request.buckets === undefined ? sql`0` : bucket(request);
  const quarters = withoutMonths(range, months).map((part) => {
    const { start, end } = spanOf(part, site.timezone);
    return sql`SELECT ${bucketed((of) => bucketByTime(literal('bucket'), of))} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
      FROM rollup_quarters WHERE website_id = ${site.id} AND bucket >= ${new Date(start)} AND bucket < ${new Date(end)}`;
  });
  const days = sql`SELECT ${bucketed(bucketByDay)} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
    FROM month_sums_days WHERE website_id = ${site.id} AND month = ANY(${months}::date[])`;
  // Imported days have no hours.
  const imported = sql`SELECT ${bucketed(bucketByDay)} AS bucket_of_time, ${literal(TRAFFIC_COLUMNS)}
    FROM imported_days WHERE website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date`;
  return join(
    [...quarters, ...(months.length > 0 ? [days] : []), ...(isDaily(request.groupBy) ? [imported] : [])],
    ' UNION ALL ',
  );
};

/** Sums of all traffic, by time or in all. */
export const trafficSql = (request: SumsRequest): Sql => sql`
  SELECT ${literal(request.groupBy.map((_, index) => `bucket_of_time AS ${keyName(index).text}, `).join(''))}${sumColumns(
    {
      visitors: 'sum(visitors)',
      visits: 'sum(visits)',
      bounces: 'sum(bounces)',
      duration: 'sum(duration_s)',
      pageviews: 'sum(pageviews)',
      events: 'sum(events)',
      engaged: 'sum(engaged_ms)',
      scroll: 'sum(scroll)',
    },
  )}
  FROM (${trafficRows(request)}) AS rows
  ${groupByKeys(request.groupBy.length)}`;
