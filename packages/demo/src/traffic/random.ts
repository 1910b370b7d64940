/** Picks items as often as their weights say. */
export type Picker<Item> = (random: Random) => Item;

/** @param entries items with weights above 0, in any scale */
export const createPicker = <Item>(entries: readonly (readonly [Item, number])[]): Picker<Item> => {
  const items = entries.map(([item]) => item);
  const sums: number[] = [];
  let total = 0;
  for (const [, weight] of entries) sums.push((total += weight));
  const last = items.at(-1);
  if (last === undefined) throw new Error('There is nothing to pick from.');
  return (random) => {
    const target = random.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return items[low] ?? last;
  };
};

/** Picks the item of rank r (from 1) as often as r^-exponent says (Zipf's law). */
export const createZipfPicker = <Item>(items: readonly Item[], exponent: number): Picker<Item> =>
  createPicker(items.map((item, index) => [item, (index + 1) ** -exponent]));

/** A stream of random numbers that is the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `below`. */
  int(below: number): number;
  /** Exponential distribution. */
  exponential(mean: number): number;
  /** Log-normal distribution. @param spread standard deviation of the logarithm */
  logNormal(median: number, spread: number): number;
  chance(probability: number): boolean;
}

/**
 * One 32-bit number from several, so that each thing of the traffic has random numbers of its own,
 * whatever else is made (the finalizer of MurmurHash3 over each part).
 */
export const seedFrom = (...parts: readonly number[]): number => {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    // Whole numbers above 32 bits count in full.
    for (const word of [part >>> 0, Math.floor(part / 4_294_967_296) >>> 0]) {
      hash ^= word;
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
  }
  return hash >>> 0;
};

/** @param seed a 32-bit number, best of `seedFrom` */
export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  /**
   * mulberry32, in the public domain: 32 bits of state are plenty for streams of a few thousand
   * numbers.
   */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (below) => Math.floor(next() * below),
    exponential: (mean) => -mean * Math.log(1 - next()),
    // Box and Muller's transform.
    logNormal: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    chance: (probability) => next() < probability,
  };
};
