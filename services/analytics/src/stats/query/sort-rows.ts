import { createTurns } from '@platform/runtime';
import type { Metric } from '../../metrics/metric-values.ts';
import type { RowOrder } from './row-order.ts';
import type { AnswerRow } from './resolved-query.ts';

/** Sorting so many rows takes about a millisecond. */
const RUN = 1_024;

type Comparison = (a: number, b: number) => number;

/** Compares rows by their places. */
const comparisonOf = (rows: readonly AnswerRow[], sort: RowOrder['sort']): Comparison => {
  const criteria = sort.map(({ by, order }) => ({
    sign: order === 'asc' ? 1 : -1,
    // The rows are in time order, so their places are what a time is sorted by.
    values: rows.map(({ metrics }, place) => (by in metrics ? (metrics[by as Metric] ?? null) : place)),
  }));
  return (a, b) => {
    for (const { sign, values } of criteria) {
      const [x = null, y = null] = [values[a], values[b]];
      if (x === y) continue;
      // A mean of nothing comes last in both directions.
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  };
};

/** The two sorted runs as one, in `into` from `from` on. */
const merge = (
  { source, into, compare }: { source: Uint32Array; into: Uint32Array; compare: Comparison },
  from: number,
  middle: number,
  end: number,
): void => {
  let [left, right] = [from, middle];
  for (let place = from; place < end; place += 1) {
    const takesLeft = left < middle && (right >= end || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
    into[place] = source[takesLeft ? left++ : right++] ?? 0;
  }
};

/**
 * Sorts rows that are complete and in time order. Other requests get their turn: a century by day
 * has 36,600 rows.
 */
export const sortByFirst = async (
  rows: readonly AnswerRow[],
  sort: RowOrder['sort'],
): Promise<readonly AnswerRow[]> => {
  const compare = comparisonOf(rows, sort);
  const turn = createTurns();
  let source = Uint32Array.from(rows.keys());
  let into = new Uint32Array(rows.length);
  for (let from = 0; from < rows.length; from += RUN) {
    source.subarray(from, from + RUN).sort(compare);
    await turn();
  }
  for (let run = RUN; run < rows.length; run *= 2) {
    for (let from = 0; from < rows.length; from += 2 * run) {
      const middle = Math.min(from + run, rows.length);
      merge({ source, into, compare }, from, middle, Math.min(middle + run, rows.length));
      await turn();
    }
    [source, into] = [into, source];
  }
  return Array.from(source, (place) => rows[place] as AnswerRow);
};
