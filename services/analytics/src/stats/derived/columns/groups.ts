import type { LocalDay } from '../../../calendar/local-day.ts';
import { isOrigin, isTime } from '../../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../../dimensions/dimension-names.ts';
import { SUMS, sumsFrom } from '../../../metrics/metrics.ts';
import type { Sum, Sums } from '../../../metrics/metrics.ts';
import type { SumsRequest } from '../../query/sums-request.ts';
import { codesOf, indexFor } from './block.ts';
import type { BlockRows, HitKind, Block } from './block.ts';
import { TRAITS } from './columns.ts';
import type { Numbers } from './columns.ts';

/** Remembers visits counted at a place on an earlier day, so that one over midnight counts once. */
interface Midnight {
  /** True the first time for a visit and a place. Days must be asked for in order. */
  isFirst(day: LocalDay, visit: string, place: number): boolean;
}

/** Days remembered: no visit spans more. */
const DAYS = 3;

/** Makes an empty memory of visits that cross midnight. */
export const createMidnight = (): Midnight => {
  const days: { readonly day: LocalDay; readonly counted: Set<string> }[] = [];
  return {
    isFirst(day, visit, place) {
      if (days.at(-1)?.day !== day) days.push({ day, counted: new Set() });
      if (days.length > DAYS) days.shift();
      const name = `${visit} ${place}`;
      if (days.some(({ counted }) => counted.has(name))) return false;
      days.at(-1)?.counted.add(name);
      return true;
    },
  };
};

/** Rows of a block, with their keys. */
interface RowsToAdd {
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

/** Up to so many keys, counting by key first is cheaper. */
const FEW_KEYS = 2 ** 14;

/** The columns that a number is added up in, by key, for a block. */
type KeySums = Float64Array<ArrayBuffer>;

/** Adds sums by key to the groups. A key is counted where `counted` has something. */
const addKeySums = (groups: Groups, counted: KeySums, all: readonly (readonly [Sum, KeySums])[]): void => {
  for (let key = 0; key < counted.length; key += 1) {
    if ((counted[key] ?? 0) === 0) continue;
    const place = groups.placeOf(key);
    for (const [sum, numbers] of all) groups.add(place, sum, numbers[key] ?? 0);
  }
};

/** How many rows each key has. */
const countRows = ({ keys, size }: BlockKeys): KeySums => {
  const counts = new Float64Array(size);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? -1;
    if (key >= 0) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

/** How many bounces each key has. */
const countBounces = ({ keys, size }: BlockKeys, visits: Uint32Array, traits: Numbers): KeySums => {
  const counts = new Float64Array(size);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? -1;
    if (key >= 0 && (traits[visits[row] ?? 0] ?? 0) & TRAITS.isBounce) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

/** Numbers of the rows added up by key. @param index place of each row in the numbers */
const addUp = ({ keys, size }: BlockKeys, index: Uint32Array, numbers: Numbers): KeySums => {
  const sums = new Float64Array(size);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? -1;
    if (key >= 0) sums[key] = (sums[key] ?? 0) + (numbers[index[row] ?? 0] ?? 0);
  }
  return sums;
};

/**
 * Visitors by key: a visitor's rows are adjacent.
 * @param hits with the count of each, where rows are hits: those of engagement alone make no visitor
 */
const countVisitors = (
  { keys, size }: BlockKeys,
  visits: Uint32Array,
  visitors: Uint32Array,
  hits?: { readonly index: Uint32Array; readonly counts: Numbers },
): KeySums => {
  const counts = new Float64Array(size);
  const last = new Int32Array(size).fill(-1);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? -1;
    if (key < 0 || (hits && (hits.counts[hits.index[row] ?? 0] ?? 0) === 0)) continue;
    const visitor = visitors[visits[row] ?? 0] ?? 0;
    if (last[key] === visitor) continue;
    last[key] = visitor;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

/** Adds visits, which are of the block's day, to the groups of their keys. */
export const addVisits = (groups: Groups, { block, rows, keys, sums, firstVisit }: RowsToAdd): void => {
  groups.open(keys);
  const { visits } = rows;
  const traits = block.numbers('traits');
  const visitors = sums.has('visitors') ? block.visitors() : undefined;
  const columns = COLUMN_SUMS.filter((sum) => sums.has(sum)).map((sum) => ({
    sum,
    numbers: block.numbers(sum),
  }));
  if (keys.isOneToOne && keys.size <= FEW_KEYS) {
    const counts = countRows(keys);
    const all: [Sum, KeySums][] = [['visits', counts]];
    if (sums.has('bounces')) all.push(['bounces', countBounces(keys, visits, traits)]);
    if (visitors) all.push(['visitors', countVisitors(keys, visits, visitors)]);
    for (const { sum, numbers } of columns) all.push([sum, addUp(keys, visits, numbers)]);
    addKeySums(groups, counts, all);
    return;
  }
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
  if (!crossing && keys.isOneToOne && keys.size <= FEW_KEYS) {
    const all: [Sum, KeySums][] = [[counted, addUp(keys, hits, counts)]];
    if (engaged) all.push(['engaged', addUp(keys, hits, engaged)]);
    if (scroll) all.push(['scroll', addUp(keys, hits, scroll)]);
    if (visitors) all.push(['visitors', countVisitors(keys, visits, visitors, { index: hits, counts })]);
    addKeySums(groups, countRows(keys), all);
    return;
  }
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

/** Keys of some rows of a block, as numbers. */
export interface BlockKeys {
  /** Of each row; -1 for a row that lacks a value of a dimension. */
  readonly keys: Float64Array;
  /** One more than the largest key. */
  readonly size: number;
  /** False where several keys may stand for the same ids. */
  readonly isOneToOne: boolean;
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
    isOneToOne: sameOrigins === undefined || !groupBy.includes('source'),
    idsOf: (key) => parts.map(({ factor, count, valueOf }) => valueOf(Math.floor(key / factor) % count)),
  };
};

/** Keys up to which a block's places are an array, beyond them a map. */
const DENSE = 2 ** 18;

/** The places of a block’s keys: an array for few keys, a map for many. */
const createPlaces = (size: number): { get(key: number): number; set(key: number, place: number): void } => {
  if (size > DENSE) {
    const places = new Map<number, number>();
    return { get: (key) => places.get(key) ?? -1, set: (key, place) => places.set(key, place) };
  }
  const places = new Int32Array(size).fill(-1);
  return {
    get: (key) => places[key] ?? -1,
    set: (key, place) => {
      places[key] = place;
    },
  };
};

/** The sums of one key. */
export interface GroupRow {
  /** Number of the time bucket and ids of the dictionary, in the order of the keys. */
  readonly keys: readonly number[];
  readonly sums: Sums;
}

/** Sums by key, over many blocks. Within a block keys are plain numbers, which stand for ids. */
export interface Groups {
  /** Begins a block, whose keys are numbers below `size`. */
  open(keys: Pick<BlockKeys, 'size' | 'idsOf'>): void;
  /** The place of a block's key, for the other functions. */
  placeOf(key: number): number;
  add(place: number, sum: Sum, value: number): void;
  /**
   * True the first time a visitor appears at a place. A visitor's rows are adjacent, and each
   * visitor has a number of its own.
   */
  isNewVisitor(place: number, visitor: number): boolean;
  /** The same for visits. */
  isNewVisit(place: number, visit: number): boolean;
  rows(): readonly GroupRow[];
}

const INDEX = sumsFrom((sum) => SUMS.indexOf(sum));

const WIDTH = SUMS.length;

const grown = (numbers: Float64Array, length: number): Float64Array<ArrayBuffer> => {
  const longer = new Float64Array(length);
  longer.set(numbers);
  return longer;
};

/** Makes an empty set of groups. */
export const createGroups = (): Groups => {
  const placeByIds = new Map<string, number>();
  const keys: (readonly number[])[] = [];
  let sums = new Float64Array(64 * WIDTH);
  let lastVisitor = new Float64Array(64).fill(-1);
  let lastVisit = new Float64Array(64).fill(-1);
  let places = createPlaces(0);
  let block: Pick<BlockKeys, 'idsOf'> = { idsOf: () => [] };

  const makePlace = (ids: readonly number[]): number => {
    const place = keys.length;
    keys.push(ids);
    if ((place + 1) * WIDTH > sums.length) {
      sums = grown(sums, sums.length * 2);
      const filled = lastVisit.length;
      lastVisitor = grown(lastVisitor, filled * 2).fill(-1, filled);
      lastVisit = grown(lastVisit, filled * 2).fill(-1, filled);
    }
    return place;
  };

  const isNew = (last: Float64Array, place: number, number: number): boolean => {
    if (last[place] === number) return false;
    last[place] = number;
    return true;
  };

  return {
    open(keysOfBlock) {
      places = createPlaces(keysOfBlock.size);
      block = keysOfBlock;
    },
    placeOf(key) {
      const known = places.get(key);
      if (known >= 0) return known;
      const ids = block.idsOf(key);
      const name = ids.join(' ');
      const place = placeByIds.get(name) ?? makePlace(ids);
      placeByIds.set(name, place);
      places.set(key, place);
      return place;
    },
    add(place, sum, value) {
      const index = place * WIDTH + INDEX[sum];
      sums[index] = (sums[index] ?? 0) + value;
    },
    isNewVisitor: (place, visitor) => isNew(lastVisitor, place, visitor),
    isNewVisit: (place, visit) => isNew(lastVisit, place, visit),
    rows: () =>
      keys.map((ids, place) => ({
        keys: ids,
        sums: sumsFrom((sum) => sums[place * WIDTH + INDEX[sum]] ?? 0),
      })),
  };
};
