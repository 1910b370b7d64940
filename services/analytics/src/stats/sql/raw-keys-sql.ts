import { columnOf } from './filter-sql.ts';
import { isOrigin, isProperty, isTime, propertyOf } from '../../dimensions/dimension-names.ts';
import type { ColumnDimension, GroupBy, OriginDimension } from '../../dimensions/dimension-names.ts';
import { bucketByTime, keyName } from './grouped-sql.ts';
import { allOf, join, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/** The id by which a value is grouped: sources by the one that they are shown as. */
export const valueKey = (
  name: ColumnDimension | OriginDimension,
  { sameOrigins }: Pick<SumsRequest, 'sameOrigins'>,
): Sql => {
  const id = columnOf(name);
  if (name !== 'source' || sameOrigins === undefined || sameOrigins.size === 0) return id;
  const same = JSON.stringify(Object.fromEntries(sameOrigins));
  return sql`coalesce((${same}::jsonb ->> (${id})::text)::int, ${id})`;
};

const keyExpression = (name: GroupBy, time: Sql, request: SumsRequest): Sql => {
  if (isTime(name)) return bucketByTime(time, request);
  if (isProperty(name)) return sql`e.props ->> ${propertyOf(name)}`;
  return valueKey(name, request);
};

/** The key columns, each with a comma behind it. */
export const keyColumns = (time: Sql, request: SumsRequest): Sql =>
  join(
    request.groupBy.map((name, index) => sql`${keyExpression(name, time, request)} AS ${keyName(index)}, `),
    '',
  );

/** Rows that have a value of every dimension that is asked for. */
export const hasValues = (request: SumsRequest): Sql =>
  allOf(
    request.groupBy.flatMap((name) => {
      if (isTime(name) || isOrigin(name)) return [];
      return isProperty(name)
        ? [sql`e.props ->> ${propertyOf(name)} IS NOT NULL`]
        : [sql`${columnOf(name)} <> 0`];
    }),
  );

/** The key columns of a subquery, each with a comma behind it. */
export const outerKeys = (request: SumsRequest): Sql =>
  join(
    request.groupBy.map((_, index) => sql`${keyName(index)}, `),
    '',
  );
