import { MOST_NAMES } from './circle.ts';

/** Where a chain of renames ends. */
export interface ChainEnd {
  /** The last name; of a chain that leads into a circle, the first name in it. */
  readonly name: string;
  readonly isCircle: boolean;
}

/** The end of the chain from each old name. Each name is passed once, however many chains share it. */
export const chainEnds = (renamed: ReadonlyMap<string, string>): ReadonlyMap<string, ChainEnd> => {
  const ends = new Map<string, ChainEnd>();
  for (const start of renamed.keys()) {
    const passed = new Set<string>();
    let place = start;
    for (let next = renamed.get(place); next !== undefined; next = renamed.get(place)) {
      if (passed.has(place) || ends.has(place)) break;
      passed.add(place);
      place = next;
    }
    const isNewCircle = passed.has(place);
    const end = ends.get(place) ?? { name: place, isCircle: isNewCircle };
    let isInside = false;
    for (const name of passed) {
      isInside ||= isNewCircle && name === place;
      // Inside the circle each name is the first: its message begins with itself.
      ends.set(name, isInside ? { name, isCircle: true } : end);
    }
  }
  return ends;
};

/** The names of a circle from one of them, or as many as a message needs to show that there are more. */
export const namesOfCircle = (renamed: ReadonlyMap<string, string>, first: string): readonly string[] => {
  const names = [first];
  for (let next = renamed.get(first); next !== undefined && next !== first; next = renamed.get(next)) {
    names.push(next);
    if (names.length > MOST_NAMES) break;
  }
  return names;
};
