import { isOrigin, isTime } from '../../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../../dimensions/dimension-names.ts';
import type { SumsRequest } from '../../query/sums-request.ts';
import type { Block } from './block.ts';
import { codesOf } from './block-mask.ts';
import { indexFor } from './block-rows.ts';
import type { BlockRows } from './block-rows.ts';

/** Keys of some rows of a block, as numbers. */
export interface BlockKeys {
  /** Of each row; -1 for a row that lacks a value of a dimension. */
  readonly keys: Float64Array;
  /** One more than the largest key. */
  readonly size: number;
  /**
   * The bucket's number and the dictionary ids that a key stands for, in the order of `groupBy`.
   */
  idsOf(key: number): readonly number[];
}

/**
 * Numbers the combinations of values that rows are grouped by: codes a, b of n, m values give a + n
 * · b.
 * @param options.bucket number of the time bucket of the block's day
 */
export const blockKeys = (
  block: Block,
  rows: BlockRows,
  groupBy: readonly GroupBy[],
  { bucket, sameOrigins }: { readonly bucket: number; readonly sameOrigins: SumsRequest['sameOrigins'] },
): BlockKeys => {
  const keys = new Float64Array(rows.visits.length);
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
    const { values, codes, column } = codesOf(block, name);
    const none = isOrigin(name) ? -1 : values.indexOf(0);
    const index = indexFor(rows, column);
    for (let row = 0; row < index.length; row += 1) {
      const code = codes[index[row] ?? 0] ?? 0;
      const key = keys[row] ?? 0;
      keys[row] = code === none || key < 0 ? -1 : key + code * size;
    }
    const idOf = (code: number): number => values[code] ?? 0;
    parts.push({
      factor: size,
      count: values.length,
      valueOf: name === 'source' ? (code) => sameOrigins?.get(idOf(code)) ?? idOf(code) : idOf,
    });
    size *= Math.max(values.length, 1);
  }
  return {
    keys,
    size,
    idsOf: (key) => parts.map(({ factor, count, valueOf }) => valueOf(Math.floor(key / factor) % count)),
  };
};
