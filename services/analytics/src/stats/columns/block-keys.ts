import { isTime } from '../dimensions.ts';
import type { GroupBy } from '../dimensions.ts';
import type { Block } from './block.ts';
import { blockDimension, columnOf } from './block-mask.ts';
import { isHitColumn } from './columns.ts';

/** Keys of some rows of a block, as numbers. */
export interface BlockKeys {
  /** Of each row; -1 for a row that lacks a value of a dimension. */
  readonly keys: Float64Array;
  /** One more than the largest key. */
  readonly size: number;
  /** Number of the bucket and ids of the dictionary that a key stands for, in the order of `groupBy`. */
  idsOf(key: number): readonly number[];
}

/** Rows of a block: visits, or hits with the visit of each. */
export interface BlockRows {
  readonly rows: Uint32Array;
  readonly visitOfHit: Uint32Array | undefined;
}

/**
 * Numbers the combinations of values that rows are grouped by: of codes a, b out of n, m values it is a + n · b.
 * @param bucket number of the time bucket that the block's day is in
 */
export const blockKeys = (
  block: Block,
  { rows, visitOfHit }: BlockRows,
  groupBy: readonly GroupBy[],
  bucket: number,
): BlockKeys => {
  const keys = new Float64Array(rows.length);
  const parts: {
    readonly factor: number;
    readonly count: number;
    readonly valueOf: (code: number) => number;
  }[] = [];
  let size = 1;
  for (const name of groupBy) {
    if (isTime(name)) {
      parts.push({ factor: size, count: 1, valueOf: () => bucket });
      continue;
    }
    const column = columnOf(blockDimension(name));
    const { values, codes } = block.codes(column);
    const none = values.indexOf(0);
    const isOfHit = isHitColumn(column);
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const code = codes[isOfHit || visitOfHit === undefined ? row : (visitOfHit[row] ?? 0)] ?? 0;
      const key = keys[index] ?? 0;
      keys[index] = code === none || key < 0 ? -1 : key + code * size;
    }
    parts.push({ factor: size, count: values.length, valueOf: (code) => values[code] ?? 0 });
    size *= Math.max(values.length, 1);
  }
  return {
    ...{ keys, size },
    idsOf: (key) => parts.map(({ factor, count, valueOf }) => valueOf(Math.floor(key / factor) % count)),
  };
};
