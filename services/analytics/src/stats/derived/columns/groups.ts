import { SUMS, sumsFrom } from '../../../metrics/sums.ts';
import type { Sum, Sums } from '../../../metrics/sums.ts';
import type { BlockKeys } from './block-keys.ts';

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
