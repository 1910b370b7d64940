import type { Sum } from '../../../metrics/sums.ts';
import type { RowsToAdd } from './add-visits.ts';
import type { HitKind } from './block-rows.ts';
import { TRAITS } from './columns.ts';
import type { Groups } from './groups.ts';
import type { Midnight } from './midnight.ts';

/** Sums of whole visits: a visit over midnight must not count on both days. */
export const WHOLE_VISIT: readonly Sum[] = ['visits', 'bounces', 'duration'];

/**
 * Adds hits, and the visits and visitors they belong to, to the groups of their keys. A visitor
 * counts once a day. A visit counts once even over midnight, with the bounce and duration of the
 * whole visit. Engagement alone makes neither.
 */
export const addHits = (groups: Groups, midnight: Midnight, kind: HitKind, toAdd: RowsToAdd): void => {
  const { block, rows, keys, sums, firstVisit } = toAdd;
  const { visits, hits = visits } = rows;
  groups.open(keys);
  const counted: Sum = kind === 'pages' ? 'pageviews' : 'events';
  const counts = block.numbers('hit_count');
  const engaged = sums.has('engaged') ? block.numbers('hit_engaged') : undefined;
  const scroll = sums.has('scroll') ? block.numbers('hit_scroll') : undefined;
  const visitors = sums.has('visitors') ? block.visitors() : undefined;
  const isByVisit = WHOLE_VISIT.some((sum) => sums.has(sum));
  const traits = block.numbers('traits');
  const durations = sums.has('duration') ? block.numbers('duration') : undefined;
  const crossing = isByVisit ? block.crossing() : undefined;
  for (let row = 0; row < visits.length; row += 1) {
    const key = keys.keys[row] ?? -1;
    if (key < 0) continue;
    const hit = hits[row] ?? 0;
    const visit = visits[row] ?? 0;
    const count = counts[hit] ?? 0;
    const place = groups.placeOf(key);
    groups.add(place, counted, count);
    if (engaged) groups.add(place, 'engaged', engaged[hit] ?? 0);
    if (scroll) groups.add(place, 'scroll', scroll[hit] ?? 0);
    if (count === 0) continue;
    if (visitors && groups.isNewVisitor(place, firstVisit + (visitors[visit] ?? 0)))
      groups.add(place, 'visitors', 1);
    if (!crossing || !groups.isNewVisit(place, firstVisit + visit)) continue;
    const trait = traits[visit] ?? 0;
    if (trait & TRAITS.crosses && !midnight.isFirst(block.day, crossing.get(visit) ?? '', place)) continue;
    groups.add(place, 'visits', 1);
    if (trait & TRAITS.isBounce) groups.add(place, 'bounces', 1);
    if (durations) groups.add(place, 'duration', durations[visit] ?? 0);
  }
};
