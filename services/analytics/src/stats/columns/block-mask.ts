import { isProperty } from '../dimensions.ts';
import type { Dimension, PropertyDimension } from '../dimensions.ts';
import type { FittingIds } from '../filter-sql.ts';
import type { Condition, Filter } from '../filter.ts';
import type { Block } from './block.ts';
import type { CodedColumn } from './column-codec.ts';
import { isHitColumn } from './columns.ts';
import type { CodedColumnName } from './columns.ts';

/** 1 for each row that is left, 0 for the others. */
export type Mask = Uint8Array;

/** The column in which a block holds a dimension's ids. */
export const columnOf = (dimension: Exclude<Dimension, PropertyDimension>): CodedColumnName =>
  dimension === 'page' ? 'hit_page' : dimension === 'event' ? 'hit_name' : dimension;

/** The dimension of a condition or key that blocks can answer. @throws Error for a property, which they don't hold */
export const blockDimension = (name: Dimension): Exclude<Dimension, PropertyDimension> => {
  if (isProperty(name)) throw new Error(`blocks hold no property ${name}`);
  return name;
};

/** Takes `from` at each of the places. A plain loop: `Uint8Array.from` is ten times as slow. */
const pick = (from: Mask, places: CodedColumn['codes']): Mask => {
  const mask = new Uint8Array(places.length);
  for (let row = 0; row < places.length; row += 1) mask[row] = from[places[row] ?? 0] ?? 0;
  return mask;
};

/** The condition is tried on each different value once, not on each row. */
const conditionMask = ({ values, codes }: CodedColumn, condition: Condition, ids: FittingIds): Mask => {
  const fitting = new Set(ids.get(condition));
  const isTurned = condition.operator === 'is_not';
  return pick(
    Uint8Array.from(values, (id) => Number(fitting.has(id) !== isTurned)),
    codes,
  );
};

const combine = (masks: readonly Mask[], rows: number, isAnd: boolean): Mask => {
  const result = new Uint8Array(rows).fill(isAnd ? 1 : 0);
  for (const mask of masks)
    for (let row = 0; row < rows; row += 1)
      result[row] = isAnd ? (result[row] ?? 0) & (mask[row] ?? 0) : (result[row] ?? 0) | (mask[row] ?? 0);
  return result;
};

const maskBy = (filter: Filter, rows: number, maskOf: (condition: Condition) => Mask): Mask => {
  if ('and' in filter)
    return combine(
      filter.and.map((inner) => maskBy(inner, rows, maskOf)),
      rows,
      true,
    );
  if ('or' in filter)
    return combine(
      filter.or.map((inner) => maskBy(inner, rows, maskOf)),
      rows,
      false,
    );
  return maskOf(filter);
};

/** The visits of a block that fit a filter of dimensions of visits. */
export const visitMask = (block: Block, filter: Filter, ids: FittingIds): Mask =>
  maskBy(filter, block.numbers('traits').length, (condition) =>
    conditionMask(block.codes(columnOf(blockDimension(condition.dimension))), condition, ids),
  );

/** The hits of a block that fit a filter, by themselves or by their visit. */
export const hitMask = (block: Block, visitOfHit: Uint32Array, filter: Filter, ids: FittingIds): Mask =>
  maskBy(filter, visitOfHit.length, (condition) => {
    const column = columnOf(blockDimension(condition.dimension));
    const mask = conditionMask(block.codes(column), condition, ids);
    return isHitColumn(column) ? mask : pick(mask, visitOfHit);
  });
