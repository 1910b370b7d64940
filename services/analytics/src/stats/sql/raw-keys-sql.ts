import { columnOf } from './filter-sql.ts';
import { isProperty, isTime, propertyOf } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import { bucketByTime, keyName } from './grouped-sql.ts';
import { allOf, join, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

const keyExpression = (name: GroupBy, time: Sql, request: SumsRequest): Sql => {
  if (isTime(name)) return bucketByTime(time, request);
  return isProperty(name) ? sql`e.props ->> ${propertyOf(name)}` : columnOf(name);
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
      if (isTime(name)) return [];
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
