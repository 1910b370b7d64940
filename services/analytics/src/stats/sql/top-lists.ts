import { numberOf } from '../../dimensions/stored-dimensions.ts';
import type { Sql } from '../../sql/sql.ts';
import type { TopDimension, TopList } from '../query/stats-rows.ts';
import type { SumsRequest } from '../query/sums-request.ts';
import { topPagesSql, topValuesSql } from './top-values-sql.ts';

interface TopRow {
  readonly which: number;
  readonly value: string;
  readonly title: string | null;
  readonly count: number;
  readonly total: number;
}

/** In the order of PAGE_RANKS. */
const PAGE_DIMENSIONS = ['page', 'entry_page', 'exit_page'] as const;

const listsOf = (rows: readonly TopRow[]): ReadonlyMap<number, TopList> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.which)].map(([which, ofOne]) => [
      which,
      {
        total: ofOne[0]?.total ?? 0,
        rows: ofOne.map(({ value, title, count }) => ({ value, title, count })),
      },
    ]),
  );

/**
 * Reads the top values of dimensions: one query for all page lists, one for all others.
 * @param limitOf how many values of a dimension are wanted
 */
export const readTopLists = async <Name extends TopDimension>(
  run: <Row>(query: Sql) => Promise<Row[]>,
  request: SumsRequest,
  dimensions: readonly Name[],
  limitOf: (name: Name) => number,
): Promise<ReadonlyMap<Name, TopList>> => {
  const ofPages = dimensions.filter((name) => numberOf(name) === numberOf('page'));
  const others = dimensions
    .filter((name) => !ofPages.includes(name))
    .map((name) => ({ dimension: numberOf(name), limit: limitOf(name) }));
  const longest = Math.max(...ofPages.map(limitOf));
  const pages = ofPages.length === 0 ? [] : await run<TopRow>(topPagesSql(request, longest));
  const values = others.length === 0 ? [] : await run<TopRow>(topValuesSql(request, others));
  const [byRank, byDimension] = [listsOf(pages), listsOf(values)];
  return new Map(
    dimensions.map((name) => [
      name,
      byRank.get(PAGE_DIMENSIONS.findIndex((dimension) => dimension === name)) ??
        byDimension.get(numberOf(name)) ?? { rows: [], total: 0 },
    ]),
  );
};
