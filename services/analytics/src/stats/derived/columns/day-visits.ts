import { createTurns } from '@platform/runtime';

import { addDays, localDay } from '../../../calendar/local-day.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { isProperty } from '../../../dimensions/dimension-names.ts';
import { asksForBehaviour, conditionsOf, ownConditionsOf } from '../../query/filter.ts';
import type { Behaviour, Filter } from '../../query/filter.ts';
import type { SumsRequest } from '../../query/sums-request.ts';
import type { FittingIds } from '../../sql/filter-sql.ts';
import { lastSettledDay } from '../settled-days.ts';
import { allVisits, columnsOf, filterMask, hitsOfVisits, nameOf, openBlock } from './block.ts';
import type { Block, Mask } from './block.ts';
import type { BlocksStore, StoredDay } from './blocks-store.ts';
import type { ColumnName } from './columns.ts';

/** The visits of a settled day, in the order of its blocks. */
export interface DayVisits {
  readonly day: LocalDay;
  /** How many late writes they include. */
  readonly writes: string;
  /** 1 for each visit that matches the filter, 0 for the others. */
  readonly matching: Mask;
  /** Number of each visit's visitor; a visitor's visits are adjacent. */
  readonly visitors: Uint32Array;
}

/** Days whose visits are asked for, and a filter of visits that some of them match. */
export type AskedVisits = Pick<SumsRequest, 'site' | 'range' | 'filter'>;

/** What a filter asks of other events of the visit, at any depth. */
const behavioursOf = (filter: Filter): readonly Behaviour[] => {
  if ('and' in filter) return filter.and.flatMap(behavioursOf);
  if ('or' in filter) return filter.or.flatMap(behavioursOf);
  return 'what' in filter ? [filter] : [];
};

const isOfEvents = ({ what }: Behaviour): boolean =>
  conditionsOf(what).some(({ dimension }) => dimension === 'event');

/**
 * True for a filter of visits that blocks answer as the rows do: nothing on properties, nor on how long
 * a page was looked at.
 */
export const fitsVisits = (filter: Filter): boolean =>
  conditionsOf(filter).every(({ dimension }) => !isProperty(dimension)) &&
  ownConditionsOf(filter).every(({ dimension }) => dimension !== 'page' && dimension !== 'event') &&
  behavioursOf(filter).every(({ what, mean }) => mean === undefined && !asksForBehaviour(what));

/** Tells which visits have, on the block's day, an event that a behaviour asks for. */
const didToday = (block: Block, behaviour: Behaviour, ids: FittingIds): Mask => {
  const { what } = behaviour;
  const kind = isOfEvents(behaviour) ? 'events' : 'pages';
  return block.remembered('did', `${kind} ${nameOf(what, ids)}`, () => {
    const count = block.numbers('traits').length;
    const rows = hitsOfVisits(block, kind, new Uint8Array(count).fill(1));
    const fits = filterMask(block, rows, what, ids);
    const hits = block.numbers('hit_count');
    const did = new Uint8Array(count);
    for (let row = 0; row < fits.length; row += 1)
      if (fits[row] === 1 && (hits[rows.hits?.[row] ?? 0] ?? 0) > 0) did[rows.visits[row] ?? 0] = 1;
    return did;
  });
};

/** Days before and after which a visit has none of its events. */
const REACH = 2;

/** Blocks that are read at once. */
const READ = 24;

/**
 * Calls `each` with the visits of every settled day that is stored, in the order of the days. Days are left
 * out where visits over midnight may have done elsewhere what the filter asks for.
 * @param asked.filter one that `fitsVisits`
 */
export const readDayVisits = async (
  blocks: Pick<BlocksStore, 'stored' | 'read'>,
  { site, range, filter }: AskedVisits,
  ids: FittingIds,
  each: (visits: DayVisits) => void,
): Promise<void> => {
  const behaviours = behavioursOf(filter);
  const reach = behaviours.length === 0 ? 0 : REACH;
  const settled = lastSettledDay(localDay(site.timezone, Date.now()));
  const around = { from: addDays(range.from, -reach), to: addDays(range.to, reach) };
  const days = (await blocks.stored(site, around)).filter(({ day }) => day <= settled);
  const known = new Set(days.map(({ day }) => day));
  const ofHits: ColumnName[] = reach === 0 ? [] : ['hits', 'hit_name', 'hit_count'];
  const columns = new Set<ColumnName>([
    'traits',
    ...ofHits,
    ...conditionsOf(filter).flatMap(({ dimension }) => columnsOf(dimension)),
  ]);
  /** For each behaviour the visits over midnight that did it, on any day so far. */
  const overMidnight = new Map(behaviours.map((behaviour) => [behaviour, new Set<string>()]));

  const note = (block: Block): void => {
    for (const [behaviour, visits] of overMidnight) {
      const did = didToday(block, behaviour, ids);
      for (const [visit, id] of block.crossing()) if (did[visit] === 1) visits.add(id);
    }
  };

  /** Whether the days around, on which a visit may go on, are all among those that are read. */
  const isWhole = (day: LocalDay): boolean =>
    Array.from({ length: 2 * reach + 1 }, (_, index) => addDays(day, index - reach)).every((other) =>
      known.has(other),
    );

  const visitsOf = ({ day, writes }: StoredDay, opened: readonly Block[]): DayVisits | undefined => {
    const isBetweenKnown = isWhole(day);
    /** Visits that may have done it on a day that isn't known. */
    const unsure = new Set<string>();
    const maskOf = (block: Block): Mask => {
      const did = (behaviour: Behaviour): Mask => {
        const mask = didToday(block, behaviour, ids).slice();
        for (const [visit, id] of block.crossing()) {
          if (overMidnight.get(behaviour)?.has(id) === true) mask[visit] = 1;
          else if (!isBetweenKnown) unsure.add(id);
        }
        return behaviour.done ? mask : mask.map((one) => 1 - one);
      };
      return filterMask(block, allVisits(block), filter, ids, did);
    };
    const masks = opened.map((block) =>
      reach > 0 ? maskOf(block) : block.remembered('matching', nameOf(filter, ids), () => maskOf(block)),
    );
    if (unsure.size > 0) return undefined;
    const count = masks.reduce((sum, { length }) => sum + length, 0);
    const [matching, visitors] = [new Uint8Array(count), new Uint32Array(count)];
    let first = 0;
    for (const [index, mask] of masks.entries()) {
      matching.set(mask, first);
      const own = opened[index]?.visitors() ?? new Uint32Array();
      for (let visit = 0; visit < own.length; visit += 1) visitors[first + visit] = first + (own[visit] ?? 0);
      first += mask.length;
    }
    return { day, writes, matching, visitors };
  };

  /** Days read, whose visits may go on on days that aren't yet. */
  const open: { readonly stored: StoredDay; readonly blocks: readonly Block[] }[] = [];
  const finish = (before: LocalDay | undefined): void => {
    while (open[0] && (before === undefined || addDays(open[0].stored.day, reach) < before)) {
      const { stored, blocks: opened } = open[0];
      open.shift();
      const visits = stored.day < range.from || stored.day > range.to ? undefined : visitsOf(stored, opened);
      if (visits) each(visits);
    }
  };

  const turn = createTurns();
  for (let first = 0; first < days.length; first += READ) {
    const some = days.slice(first, first + READ);
    const read = Map.groupBy(await blocks.read(site, some, columns), ({ day }) => day);
    for (const stored of some) {
      await turn();
      finish(stored.day);
      const opened = (read.get(stored.day) ?? []).map(openBlock);
      opened.forEach(note);
      open.push({ stored, blocks: opened });
    }
  }
  finish(undefined);
};
