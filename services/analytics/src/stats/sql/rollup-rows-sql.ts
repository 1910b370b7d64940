import { withoutMonths } from '../../calendar/without-months.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/** Rows of a daily rollup in the range, whole months as their sums where these are there. */
const rows = (request: SumsRequest, table: 'pages' | 'values', columns: string, condition: Sql): Sql => {
  const { site, range, months = [] } = request;
  const days = withoutMonths(range, months).map(
    ({
      from,
      to,
    }) => sql`SELECT ${literal(months.length > 0 ? columns : `day, ${columns}`)} FROM ${literal(`rollup_${table}`)}
      WHERE website_id = ${site.id} AND day BETWEEN ${from}::date AND ${to}::date AND ${condition}`,
  );
  const sums = sql`SELECT ${literal(columns)} FROM ${literal(`month_sums_${table}`)}
    WHERE website_id = ${site.id} AND month = ANY(${months}::date[]) AND ${condition}`;
  const imported = sql`SELECT ${literal(months.length > 0 ? columns : `day, ${columns}`)} FROM ${literal(`imported_${table}`)}
    WHERE website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date AND ${condition}`;
  return join([...days, ...(months.length > 0 ? [sums] : []), imported], ' UNION ALL ');
};

/** Page views, entries and exits of pages in the range. */
export const pageRows = (request: SumsRequest): Sql =>
  rows(
    request,
    'pages',
    'page_id, pageviews, visitors, engaged_ms, scroll, entries, exits',
    sql`page_id <> 0`,
  );

/** Visits and hits of values of some dimensions (by number) in the range. */
export const valueRows = (request: SumsRequest, dimensions: readonly number[]): Sql =>
  rows(
    request,
    'values',
    'dimension, value_id, visitors, visits, hits',
    sql`dimension = ANY(${dimensions}::int[])`,
  );
