import type { Sql } from '../../sql/sql.ts';
import { conditionsOf } from '../query/filter.ts';
import type { Condition } from '../query/filter.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { fittingIdsSql } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';

/** Looks up the ids that fit the conditions of a request's filter. */
export const fittingIds = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  { site, filter }: Pick<SumsRequest, 'site' | 'filter'>,
): Promise<FittingIds> => {
  const ids = new Map<Condition, readonly number[]>();
  for (const condition of conditionsOf(filter)) {
    const query = fittingIdsSql(site.id, condition);
    if (query === undefined) continue;
    const rows = await run<{ id: number }>(query);
    ids.set(
      condition,
      rows.map((row) => row.id),
    );
  }
  return ids;
};
