import type { Sum } from '../metrics.ts';
import type { Block } from './block.ts';
import type { BlockKeys } from './block-keys.ts';
import { TRAITS } from './columns.ts';
import type { Mask } from './block-mask.ts';
import type { Groups } from './groups.ts';

/** Sums that a column of visits holds. */
const COLUMN_SUMS = [
  'duration',
  'pageviews',
  'events',
  'engaged',
  'scroll',
] as const satisfies readonly Sum[];

/** Numbers of the visits that began on the block's day and are left by the mask. */
export const ownVisits = (block: Block, mask: Mask): Uint32Array => {
  const traits = block.numbers('traits');
  const rows = new Uint32Array(traits.length);
  let count = 0;
  for (let visit = 0; visit < traits.length; visit += 1)
    if ((mask[visit] ?? 0) & (traits[visit] ?? 0) & TRAITS.isOwn) {
      rows[count] = visit;
      count += 1;
    }
  return rows.subarray(0, count);
};

/**
 * Adds visits to the groups of their keys.
 * @param firstVisitor number of the block's first visitor: visitors are numbered through all blocks
 */
export const addVisits = (
  groups: Groups,
  block: Block,
  rows: Uint32Array,
  blockKeys: BlockKeys,
  sums: ReadonlySet<Sum>,
  firstVisitor: number,
): void => {
  const { keys } = blockKeys;
  groups.open(blockKeys);
  const traits = block.numbers('traits');
  const visitors = sums.has('visitors') ? block.visitors() : undefined;
  const columns = COLUMN_SUMS.filter((sum) => sums.has(sum)).map((sum) => ({
    sum,
    numbers: block.numbers(sum),
  }));
  for (let index = 0; index < rows.length; index += 1) {
    const key = keys[index] ?? -1;
    if (key < 0) continue;
    const visit = rows[index] ?? 0;
    const place = groups.placeOf(key);
    groups.add(place, 'visits', 1);
    if ((traits[visit] ?? 0) & TRAITS.isBounce) groups.add(place, 'bounces', 1);
    if (visitors && groups.isNewVisitor(place, firstVisitor + (visitors[visit] ?? 0)))
      groups.add(place, 'visitors', 1);
    for (const { sum, numbers } of columns) groups.add(place, sum, numbers[visit] ?? 0);
  }
};
