import { isOrigin, isProperty, isTime, numberOf } from '../../dimensions/dimension-names.ts';
import type { ColumnDimension, Dimension, OriginDimension } from '../../dimensions/dimension-names.ts';
import type { Sum } from '../../metrics/metrics.ts';
import { allOf, join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { asksForBehaviour } from '../query/filter.ts';
import { dimensionsOf, isDaily } from '../query/sums-request.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { hasValues, valueKey } from './event-rows-sql.ts';
import { filterSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { bucketByDay, groupByKeys, keyName, sumColumns } from './grouped-sql.ts';

type ImportedDimension = ColumnDimension | OriginDimension;

/** Rows and sums known for a dimension's values on imported days. */
interface ImportedRows {
  /** Rows with the columns that filters and keys speak of, and the sums. */
  readonly rows: Sql;
  readonly sums: Partial<Record<Sum, string>>;
}

const isWithin = ({ site, range }: SumsRequest): Sql =>
  sql`website_id = ${site.id} AND day BETWEEN ${range.from}::date AND ${range.to}::date`;

/** The columns of a dimension, all of one id. */
const columns = (name: ImportedDimension, id: Sql): Sql =>
  name === 'source'
    ? sql`0 AS utm_source_id, ${id} AS referrer_id`
    : sql`${id} AS ${literal(`${name === 'origin' ? 'referrer' : name}_id`)}`;

const valueRows = (request: SumsRequest, name: Exclude<ImportedDimension, 'page'>): ImportedRows => {
  if (name === 'event')
    return {
      rows: sql`SELECT day, value_id AS name_id, visitors, hits FROM imported_values
        WHERE ${isWithin(request)} AND dimension = ${numberOf('event')}`,
      sums: { visitors: 'sum(visitors)', events: 'sum(hits)' },
    };
  const dimension = numberOf(isOrigin(name) ? 'referrer' : name);
  const known = sql`FROM imported_values WHERE ${isWithin(request)} AND dimension = ${dimension}`;
  // A day's visits without a value, where the import knows of values at all.
  return {
    rows: sql`SELECT day, ${columns(name, literal('value_id'))}, visitors, visits ${known}
      UNION ALL SELECT d.day, ${columns(name, literal('0'))}, greatest(0, d.visitors - k.visitors), greatest(0, d.visits - k.visits)
      FROM imported_days d JOIN (SELECT day, sum(visitors) AS visitors, sum(visits) AS visits ${known} GROUP BY day) AS k USING (day)
      WHERE d.website_id = ${request.site.id}`,
    sums: { visitors: 'sum(visitors)', visits: 'sum(visits)' },
  };
};

const importedRows = (request: SumsRequest, name: ImportedDimension): ImportedRows => {
  const pages = sql`FROM imported_pages WHERE ${isWithin(request)}`;
  if (name === 'page')
    return {
      rows: sql`SELECT day, page_id, visitors, pageviews, engaged_ms, scroll ${pages} AND pageviews > 0`,
      sums: {
        visitors: 'sum(visitors)',
        pageviews: 'sum(pageviews)',
        engaged: 'sum(engaged_ms)',
        scroll: 'sum(scroll)',
      },
    };
  if (name === 'entry_page')
    return {
      rows: sql`SELECT day, page_id AS entry_page_id, entries ${pages} AND entries > 0`,
      sums: { visits: 'sum(entries)' },
    };
  if (name === 'exit_page')
    return {
      rows: sql`SELECT day, page_id AS exit_page_id, exits ${pages} AND exits > 0`,
      sums: { visits: 'sum(exits)' },
    };
  return valueRows(request, name);
};

/** The one dimension of all keys and conditions; undefined for several, and for what has no values. */
const onlyDimension = (request: SumsRequest): ImportedDimension | undefined => {
  const names = new Set<Dimension>(dimensionsOf(request));
  const [name] = names;
  if (names.size !== 1 || name === undefined || isProperty(name) || asksForBehaviour(request.filter))
    return undefined;
  return isDaily(request.groupBy) ? name : undefined;
};

/**
 * A filtered question answered from imported days, in rows of its keys and sums. An import knows each
 * dimension by itself, so it answers what asks for one only.
 * @returns undefined for what asks for more than imports know
 */
export const importedSql = (request: SumsRequest, ids: FittingIds): Sql | undefined => {
  const name = onlyDimension(request);
  if (name === undefined) return undefined;
  const { rows, sums } = importedRows(request, name);
  if (![...request.sums].every((sum) => sum in sums)) return undefined;
  const keys = join(
    request.groupBy.map(
      (key, index) =>
        sql`${isTime(key) ? bucketByDay(request) : valueKey(name, request)} AS ${keyName(index)}, `,
    ),
    '',
  );
  // Named as the rows of events or visits that the filter speaks of.
  const alias = literal(name === 'page' || name === 'event' ? 'e' : 'v');
  return sql`SELECT ${keys}${sumColumns(sums)} FROM (${rows}) AS ${alias}
    WHERE ${allOf([filterSql(request, ids), hasValues(request)])} ${groupByKeys(request.groupBy.length)}`;
};
