import type { Block } from './block.ts';
import { isHitColumn, TRAITS } from './columns.ts';
import type { CodedColumnName } from './columns.ts';

/** Some rows of a block: visits, or hits with the visit of each. */
export interface BlockRows {
  /** Number of the visit of each row. */
  readonly visits: Uint32Array;
  /** Number of the hit of each row, where rows are hits. */
  readonly hits?: Uint32Array;
}

/** Which hits are counted: pages that were viewed, or names of events. */
export type HitKind = 'pages' | 'events';

/**
 * The index of each row's value in a column.
 * @throws Error for a column of hits when the rows are visits
 */
export const indexFor = ({ visits, hits }: BlockRows, column: CodedColumnName): Uint32Array => {
  if (!isHitColumn(column)) return visits;
  if (hits === undefined) throw new Error(`visits have no ${column}`);
  return hits;
};

/** The visits that began on the block's day. */
export const ownVisits = (block: Block): BlockRows => {
  const traits = block.numbers('traits');
  const visits = new Uint32Array(traits.length);
  let count = 0;
  for (let visit = 0; visit < traits.length; visit += 1)
    if ((traits[visit] ?? 0) & TRAITS.isOwn) {
      visits[count] = visit;
      count += 1;
    }
  return { visits: visits.subarray(0, count) };
};

/** All visits of the block, also those that began earlier. */
export const allVisits = (block: Block): BlockRows => {
  const visits = new Uint32Array(block.numbers('traits').length);
  for (let visit = 0; visit < visits.length; visit += 1) visits[visit] = visit;
  return { visits };
};

/** The hits of a kind of the visits that a mask leaves. */
export const hitsOfVisits = (block: Block, kind: HitKind, mask: Uint8Array): BlockRows => {
  const { values, codes } = block.codes('hit_name');
  const none = values.indexOf(0);
  const counts = block.numbers('hits');
  const hits = new Uint32Array(codes.length);
  const visits = new Uint32Array(codes.length);
  let [count, hit] = [0, 0];
  for (let visit = 0; visit < counts.length; visit += 1) {
    const end = hit + (counts[visit] ?? 0);
    if (mask[visit])
      for (let each = hit; each < end; each += 1)
        if ((codes[each] === none) === (kind === 'pages')) {
          hits[count] = each;
          visits[count] = visit;
          count += 1;
        }
    hit = end;
  }
  return { hits: hits.subarray(0, count), visits: visits.subarray(0, count) };
};

const left = (numbers: Uint32Array, mask: Uint8Array): Uint32Array => {
  const result = new Uint32Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row += 1)
    if (mask[row]) {
      result[count] = numbers[row] ?? 0;
      count += 1;
    }
  return result.subarray(0, count);
};

/** The rows that a mask leaves. */
export const rowsLeft = ({ visits, hits }: BlockRows, mask: Uint8Array): BlockRows => ({
  visits: left(visits, mask),
  ...(hits && { hits: left(hits, mask) }),
});
