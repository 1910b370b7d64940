import type { Sum } from '../../../metrics/sums.ts';
import type { Block } from './block.ts';
import type { BlockKeys } from './block-keys.ts';
import type { BlockRows } from './block-rows.ts';
import { TRAITS } from './columns.ts';
import type { Groups } from './groups.ts';

/** Rows of a block, with their keys. */
export interface RowsToAdd {
  readonly block: Block;
  readonly rows: BlockRows;
  readonly keys: BlockKeys;
  readonly sums: ReadonlySet<Sum>;
  /**
   * Number of the block's first visit; visits are numbered through all blocks. Visitors are
   * numbered from it as well, as there are never more of them.
   */
  readonly firstVisit: number;
}

/** Sums that a column of visits holds. */
const COLUMN_SUMS = [
  'duration',
  'pageviews',
  'events',
  'engaged',
  'scroll',
] as const satisfies readonly Sum[];

/**
 * Counts visits by key first, where nothing else is asked for: filtered lists do this for many
 * dimensions.
 */
const addCounts = (groups: Groups, { keys, size }: BlockKeys): void => {
  const counts = new Uint32Array(size);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? -1;
    if (key >= 0) counts[key] = (counts[key] ?? 0) + 1;
  }
  for (let key = 0; key < size; key += 1) {
    const count = counts[key] ?? 0;
    if (count > 0) groups.add(groups.placeOf(key), 'visits', count);
  }
};

/** Up to so many keys, counting by key first is cheaper. */
const FEW_KEYS = 2 ** 14;

/** Adds visits, which are of the block's day, to the groups of their keys. */
export const addVisits = (groups: Groups, { block, rows, keys, sums, firstVisit }: RowsToAdd): void => {
  groups.open(keys);
  if (sums.size === 1 && sums.has('visits') && keys.size <= FEW_KEYS) {
    addCounts(groups, keys);
    return;
  }
  const { visits } = rows;
  const traits = block.numbers('traits');
  const visitors = sums.has('visitors') ? block.visitors() : undefined;
  const columns = COLUMN_SUMS.filter((sum) => sums.has(sum)).map((sum) => ({
    sum,
    numbers: block.numbers(sum),
  }));
  for (let row = 0; row < visits.length; row += 1) {
    const key = keys.keys[row] ?? -1;
    if (key < 0) continue;
    const visit = visits[row] ?? 0;
    const place = groups.placeOf(key);
    groups.add(place, 'visits', 1);
    if ((traits[visit] ?? 0) & TRAITS.isBounce) groups.add(place, 'bounces', 1);
    if (visitors && groups.isNewVisitor(place, firstVisit + (visitors[visit] ?? 0)))
      groups.add(place, 'visitors', 1);
    for (const { sum, numbers } of columns) groups.add(place, sum, numbers[visit] ?? 0);
  }
};
