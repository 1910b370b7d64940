export interface DictionaryEntry {
  readonly id: number;
  readonly dimension: number;
  readonly value: string;
  readonly title: string | null;
}

/** The strings of one website and their ids, which count up from 1. */
export interface SiteDictionary {
  /** @returns 0 for an empty string */
  idOf(dimension: number, value: string, title?: string): number;
  readonly entries: readonly DictionaryEntry[];
}

export const createSiteDictionary = (): SiteDictionary => {
  const ids = new Map<number, Map<string, number>>();
  const entries: DictionaryEntry[] = [];
  return {
    entries,
    idOf(dimension, value, title) {
      if (value === '') return 0;
      const ofDimension = ids.get(dimension) ?? new Map<string, number>();
      ids.set(dimension, ofDimension);
      const known = ofDimension.get(value);
      if (known !== undefined) return known;
      const id = entries.length + 1;
      ofDimension.set(value, id);
      entries.push({ id, dimension, value, title: title ?? null });
      return id;
    },
  };
};
