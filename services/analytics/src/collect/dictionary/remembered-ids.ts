import type { DictionaryEntry } from './dictionary-value.ts';

/** Ids of strings in memory, by website and number of the dimension. */
export interface RememberedIds {
  find(websiteId: number, dimension: number, value: string): number | undefined;
  add(entry: DictionaryEntry): void;
  readonly size: number;
}

/** Makes an empty memory of ids. */
export const createRememberedIds = (): RememberedIds => {
  const ids = new Map<number, Map<number, Map<string, number>>>();
  let size = 0;
  return {
    find: (websiteId, dimension, value) => ids.get(websiteId)?.get(dimension)?.get(value),
    add({ websiteId, dimension, value, id }) {
      const ofSite = ids.get(websiteId) ?? new Map<number, Map<string, number>>();
      const ofDimension = ofSite.get(dimension) ?? new Map<string, number>();
      ids.set(websiteId, ofSite.set(dimension, ofDimension.set(value, id)));
      size += 1;
    },
    get size() {
      return size;
    },
  };
};
