import type { Sum } from '../metrics.ts';
import type { Block } from './block.ts';
import type { BlockKeys } from './block-keys.ts';
import type { Mask } from './block-mask.ts';
import { TRAITS } from './columns.ts';
import type { Groups } from './groups.ts';
import type { Midnight } from './midnight.ts';

/** Which hits are counted: pages that were viewed, or names of events. */
export type HitKind = 'pages' | 'events';

/** Numbers of the hits of a kind that are left by the mask. */
export const hitsOf = (block: Block, kind: HitKind, mask: Mask): Uint32Array => {
  const { values, codes } = block.codes('hit_name');
  const none = values.indexOf(0);
  const rows = new Uint32Array(codes.length);
  let count = 0;
  for (let hit = 0; hit < codes.length; hit += 1)
    if (mask[hit] && (codes[hit] === none) === (kind === 'pages')) {
      rows[count] = hit;
      count += 1;
    }
  return rows.subarray(0, count);
};

export interface HitsToAdd {
  readonly block: Block;
  readonly kind: HitKind;
  readonly rows: Uint32Array;
  readonly visitOfHit: Uint32Array;
  readonly keys: BlockKeys;
  readonly sums: ReadonlySet<Sum>;
  /** Numbers of the block's first visitor and visit: they are numbered through all blocks. */
  readonly firstVisitor: number;
  readonly firstVisit: number;
}

/** Sums of visits as a whole: one over midnight must not be counted on both days. */
export const WHOLE_VISIT: readonly Sum[] = ['visits', 'bounces', 'duration'];

/**
 * Adds hits to the groups of their keys, and the visits and visitors that they are of. A visitor counts once a day; a visit once,
 * also over midnight, with the bounce and the duration of all of it. Engagement alone makes neither.
 */
export const addHits = (groups: Groups, midnight: Midnight, hits: HitsToAdd): void => {
  const { block, rows, visitOfHit, sums } = hits;
  const { keys } = hits.keys;
  groups.open(hits.keys);
  const counted: Sum = hits.kind === 'pages' ? 'pageviews' : 'events';
  const counts = block.numbers('hit_count');
  const engaged = sums.has('engaged') ? block.numbers('hit_engaged') : undefined;
  const scroll = sums.has('scroll') ? block.numbers('hit_scroll') : undefined;
  const visitors = sums.has('visitors') ? block.visitors() : undefined;
  const isByVisit = WHOLE_VISIT.some((sum) => sums.has(sum));
  const traits = block.numbers('traits');
  const durations = sums.has('duration') ? block.numbers('duration') : undefined;
  const crossing = isByVisit ? block.crossing() : undefined;
  for (let index = 0; index < rows.length; index += 1) {
    const key = keys[index] ?? -1;
    if (key < 0) continue;
    const hit = rows[index] ?? 0;
    const visit = visitOfHit[hit] ?? 0;
    const count = counts[hit] ?? 0;
    const place = groups.placeOf(key);
    groups.add(place, counted, count);
    if (engaged) groups.add(place, 'engaged', engaged[hit] ?? 0);
    if (scroll) groups.add(place, 'scroll', scroll[hit] ?? 0);
    if (count === 0) continue;
    if (visitors && groups.isNewVisitor(place, hits.firstVisitor + (visitors[visit] ?? 0)))
      groups.add(place, 'visitors', 1);
    if (!crossing || !groups.isNewVisit(place, hits.firstVisit + visit)) continue;
    const trait = traits[visit] ?? 0;
    if (trait & TRAITS.crosses && !midnight.isFirst(block.day, crossing.get(visit) ?? '', place)) continue;
    groups.add(place, 'visits', 1);
    if (trait & TRAITS.isBounce) groups.add(place, 'bounces', 1);
    if (durations) groups.add(place, 'duration', durations[visit] ?? 0);
  }
};
