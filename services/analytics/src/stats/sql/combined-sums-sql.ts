import { SUMS } from '../../metrics/sums.ts';
import type { Sum } from '../../metrics/sums.ts';
import { basisOf } from '../query/sums-request.ts';
import type { Basis, SumsRequest } from '../query/sums-request.ts';
import { outerKeys } from './raw-keys-sql.ts';
import { groupByKeys, sumColumns } from './grouped-sql.ts';
import { join, literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';

/** What a row of each basis counts. */
const COUNTED: Readonly<Partial<Record<Basis, Sum>>> = { pages: 'pageviews', events: 'events' };

/**
 * Keeps the keys for which something was counted: time spent after midnight on a page opened the
 * day before makes no row. Without keys there is always one row.
 */
export const countedSql = (request: SumsRequest, sums: Sql): Sql => {
  const counted = COUNTED[basisOf(request)];
  return request.groupBy.length === 0 || counted === undefined
    ? sums
    : sql`SELECT * FROM (${sums}) AS summed WHERE ${literal(`"${counted}"`)} > 0`;
};

/** The sums of parts that hold different days, added up. */
export const addedSql = (request: SumsRequest, parts: readonly Sql[]): Sql => sql`
  SELECT ${outerKeys(request)}${sumColumns(Object.fromEntries(SUMS.map((sum) => [sum, `sum("${sum}")`])))}
  FROM (${join(parts, ' UNION ALL ')}) AS parts ${groupByKeys(request.groupBy.length)}`;
