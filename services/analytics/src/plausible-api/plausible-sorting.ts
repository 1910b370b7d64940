import { invalid } from '@platform/errors';

import { isRevenue } from './plausible-metrics.ts';
import type { Order, PlausibleRow, PlausibleValue, Question } from './plausible-question.ts';
import { isInTime } from './plausible-rates.ts';

/**
 * What rows are sorted by: as asked, else in time, else by the first metric.
 * @throws AppError `invalid` for what is neither a metric nor a dimension of the question
 */
export const orderOf = ({ metrics, dimensions, order = [] }: Question): Order => {
  for (const [name, direction] of order) {
    const refuse = (why: string) =>
      invalid([{ field: 'order_by', message: `Invalid order_by "${name.slice(0, 60)}": ${why}` }]);
    if (!metrics.includes(name) && !dimensions.includes(name))
      throw refuse('it is neither a metric nor a dimension of the question');
    if (!['asc', 'desc'].includes(direction)) throw refuse('asc or desc has to follow');
  }
  if (order.length > 0) return order;
  const time = dimensions.find(isInTime);
  if (time !== undefined) return [[time, 'asc']];
  const [first] = metrics;
  return first === undefined || dimensions.length === 0 ? [] : [[first, 'desc']];
};

/** True for an order that can be told from the finished values only: sources are sorted by their names. */
export const isOrderOfValues = (order: Order): boolean =>
  order.some(([name]) => isRevenue(name) || name.endsWith('conversion_rate') || name === 'visit:source');

/** A value as a number, an amount without its currency; null for none. */
export const numberOf = (value: PlausibleValue | undefined): number | null =>
  typeof value === 'object' ? (value?.value ?? null) : (value ?? null);

/** A page of finished rows, sorted as the question asks; what has no value comes last. */
export const pageOf = (rows: readonly PlausibleRow[], question: Question): readonly PlausibleRow[] => {
  const { metrics, dimensions, limit, offset } = question;
  const order = orderOf(question);
  const compare = (a: PlausibleRow, b: PlausibleRow): number => {
    for (const [name, direction] of order) {
      const place = metrics.indexOf(name);
      const keyOf = (row: PlausibleRow): number | string | null =>
        place === -1 ? (row.dimensions[dimensions.indexOf(name)] ?? '') : numberOf(row.values[place]);
      const [x, y] = [keyOf(a), keyOf(b)];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };
  return rows.toSorted(compare).slice(offset, offset + limit);
};
