import type { Metric } from '../../metrics/metric-values.ts';
import type { RowOrder } from './row-order.ts';
import type { AnswerRow } from './resolved-query.ts';

/** Sorts rows that are complete and in time order. */
export const sortByFirst = (rows: readonly AnswerRow[], sort: RowOrder['sort']): readonly AnswerRow[] => {
  const indexed = rows.map((row, index) => ({ row, index }));
  return indexed
    .sort((a, b) => {
      for (const { by, order } of sort) {
        const sign = order === 'asc' ? 1 : -1;
        const isMetric = by in a.row.metrics;
        const [x, y] = isMetric
          ? [a.row.metrics[by as Metric] ?? null, b.row.metrics[by as Metric] ?? null]
          : [a.index, b.index];
        if (x === y) continue;
        // A mean of nothing comes last in both directions.
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y ? -sign : sign;
      }
      return a.index - b.index;
    })
    .map(({ row }) => row);
};
