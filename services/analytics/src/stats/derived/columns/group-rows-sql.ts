import { SUMS } from '../../../metrics/sums.ts';
import { keyName } from '../../sql/grouped-sql.ts';
import { join, literal, sql } from '../../../sql/sql.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { GroupRow } from './groups.ts';

/**
 * Counted rows as a query of the same shape as the raw one, so that both are sorted, paged and
 * named the same way.
 */
export const groupRowsSql = (rows: readonly GroupRow[], keys: number): Sql => {
  const keyNames = Array.from({ length: keys }, (_, index) => keyName(index));
  const arrays = [
    ...keyNames.map((_, index) => sql`${rows.map((row) => row.keys[index] ?? 0)}::int[]`),
    ...SUMS.map((sum) => sql`${rows.map((row) => row.sums[sum])}::float8[]`),
  ];
  const names = [...keyNames, ...SUMS.map((sum) => literal(`"${sum}"`))];
  return sql`SELECT * FROM unnest(${join(arrays, ', ')}) AS counted (${join(names, ', ')})`;
};

/**
 * Counted rows of several dimensions as a query of the shape of `breakdownSql`. A visit with
 * engagement as its only matching hit isn't counted.
 */
export const groupedVisitsSql = (rows: readonly (readonly GroupRow[])[]): Sql => {
  const all = rows.flatMap((ofDimension, which) =>
    ofDimension.flatMap(({ keys, sums: { visits } }) =>
      visits > 0 ? [{ which, id: keys[0] ?? 0, visits }] : [],
    ),
  );
  return sql`SELECT * FROM unnest(${all.map(({ which }) => which)}::int[], ${all.map(({ id }) => id)}::int[],
    ${all.map(({ visits }) => visits)}::int[]) AS counted (which, id, visits)`;
};
