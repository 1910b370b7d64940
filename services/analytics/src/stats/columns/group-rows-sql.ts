import { SUMS } from '../metrics.ts';
import { keyName } from '../rollup-sql.ts';
import { join, literal, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { GroupRow } from './groups.ts';

/** Counted rows as a query, in the shape of those of the rows: they are sorted, cut and named in one way. */
export const groupRowsSql = (rows: readonly GroupRow[], keys: number): Sql => {
  const keyNames = Array.from({ length: keys }, (_, index) => keyName(index));
  const arrays = [
    ...keyNames.map((_, index) => sql`${rows.map((row) => row.keys[index] ?? 0)}::int[]`),
    ...SUMS.map((sum) => sql`${rows.map((row) => row.sums[sum])}::float8[]`),
  ];
  const names = [...keyNames, ...SUMS.map((sum) => literal(`"${sum}"`))];
  return sql`SELECT * FROM unnest(${join(arrays, ', ')}) AS counted (${join(names, ', ')})`;
};

/** Counted rows of several dimensions as a query, in the shape of `breakdownSql`. A visit without a fitting hit but engagement is none. */
export const groupedVisitsSql = (rows: readonly (readonly GroupRow[])[]): Sql => {
  const all = rows.flatMap((ofDimension, which) =>
    ofDimension.flatMap(({ keys, sums: { visits } }) =>
      visits > 0 ? [{ which, id: keys[0] ?? 0, visits }] : [],
    ),
  );
  return sql`SELECT * FROM unnest(${all.map(({ which }) => which)}::int[], ${all.map(({ id }) => id)}::int[],
    ${all.map(({ visits }) => visits)}::int[]) AS counted (which, id, visits)`;
};
