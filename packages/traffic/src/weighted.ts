import type { Random } from './random.ts';

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
