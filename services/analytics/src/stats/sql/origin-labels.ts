import { ORIGINS, numberOf } from '../../dimensions/dimension-names.ts';
import type { OriginDimension } from '../../dimensions/dimension-names.ts';
import { sourceLabel } from '../../sources/source-of.ts';
import { sql } from '../../sql/sql.ts';
import type { Sql } from '../../sql/sql.ts';
import type { SumsRequest } from '../query/sums-request.ts';

/** Label of visits without a source. */
export const DIRECT = 'Direct / None';

/** A stored value as it is shown, filtered and grouped by. */
export const originLabel = (dimension: OriginDimension, value: string): string => {
  if (value === '') return DIRECT;
  return dimension === 'source' ? sourceLabel(value) : value;
};

interface LabelledId {
  readonly id: number;
  readonly label: string;
}

/** The labels of all of a website's sources or referrers, with the one for none. */
export const originLabels = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  websiteId: number,
  dimension: OriginDimension,
): Promise<readonly LabelledId[]> => {
  const numbers = ORIGINS[dimension].map(numberOf);
  const rows = await run<{ id: number; value: string }>(
    sql`SELECT id, value FROM dictionary WHERE website_id = ${websiteId} AND dimension = ANY(${numbers}::int[]) ORDER BY id`,
  );
  return [
    { id: 0, label: DIRECT },
    ...rows.map(({ id, value }) => ({ id, label: originLabel(dimension, value) })),
  ];
};

/** For each id whose label another one has as well: the first id with this label. */
const sameOrigins = (labels: readonly LabelledId[]): ReadonlyMap<number, number> => {
  const firsts = new Map<string, number>();
  const same = new Map<number, number>();
  for (const { id, label } of labels) {
    const first = firsts.get(label);
    if (first === undefined) firsts.set(label, id);
    else same.set(id, first);
  }
  return same;
};

/** A request that groups sources as they are shown. Referrers have one label each. */
export const withOrigins = async (
  run: <Row>(query: Sql) => Promise<Row[]>,
  request: SumsRequest,
): Promise<SumsRequest> =>
  request.groupBy.includes('source')
    ? { ...request, sameOrigins: sameOrigins(await originLabels(run, request.site.id, 'source')) }
    : request;
