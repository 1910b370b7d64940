import { isOrigin } from '../../dimensions/dimension-names.ts';
import { literal, sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import { conditionsOf } from '../query/filter.ts';
import type { Condition } from '../query/filter.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { fittingIdsSql, textFits } from './filter-sql.ts';
import type { FittingIds } from './filter-sql.ts';
import { originLabels } from './origin-labels.ts';

/** Labels are made here, and compared where all other texts are. */
const labelsSql = (labels: Awaited<ReturnType<typeof originLabels>>, condition: Condition): Sql =>
  sql`SELECT id FROM unnest(${labels.map(({ id }) => id)}::int[], ${labels.map(({ label }) => label)}::text[]) AS l (id, label)
    WHERE ${textFits(literal('label'), condition)}`;

/** Looks up the ids that fit the conditions of a request's filter. */
export const fittingIds = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  { site, filter }: Pick<SumsRequest, 'site' | 'filter'>,
): Promise<FittingIds> => {
  const ids = new Map<Condition, readonly number[]>();
  for (const condition of conditionsOf(filter)) {
    const query = isOrigin(condition.dimension)
      ? labelsSql(await originLabels(run, site.id, condition.dimension), condition)
      : fittingIdsSql(site.id, condition);
    if (query === undefined) continue;
    const rows = await run<{ id: number }>(query);
    ids.set(
      condition,
      rows.map((row) => row.id),
    );
  }
  return ids;
};
