import { OTHER_VALUE, HIT_DIMENSIONS, numberOf } from '../../dimensions/stored-dimensions.ts';
import type { StoredDimension, HitDimension } from '../../dimensions/stored-dimensions.ts';
import { StorageChangedError } from './storage-changed-error.ts';
import type { CodedHit } from './coded-hit.ts';
import type { DictionaryStore } from './dictionary-store.ts';
import type { DictionaryEntry, DictionaryValue } from './dictionary-value.ts';
import type { Hit } from '../intake/hit.ts';
import { createRememberedIds } from './remembered-ids.ts';

export interface Dictionary {
  /** Gives every string of the hits its id. New strings are committed before this resolves. */
  code(hits: readonly Hit[]): Promise<readonly CodedHit[]>;
  /** Forgets all ids: the database may continue another history, in which they mean something else. */
  forget(): void;
}

const MAX_REMEMBERED = 500_000;

const keyOf = (value: DictionaryValue): string => `${value.websiteId} ${value.dimension} ${value.value}`;

/** Remembers ids in front of the store. An id never changes its meaning. */
export const createDictionary = (store: DictionaryStore): Dictionary => {
  const ids = createRememberedIds();
  let generation = 0;

  const forget = (): void => {
    ids.clear();
    generation += 1;
  };

  const isMissing = ({ websiteId, dimension, value }: DictionaryValue): boolean =>
    ids.find(websiteId, numberOf(dimension), value) === undefined;

  /**
   * Finds or creates the ids of values that aren't remembered. What the store refuses becomes
   * "other".
   */
  const learn = async (values: readonly DictionaryValue[]): Promise<void> => {
    const learnedIn = generation;
    const rememberAll = (entries: readonly DictionaryEntry[]): void => {
      if (learnedIn !== generation) throw new StorageChangedError();
      for (const entry of entries) ids.add(entry);
    };
    rememberAll(await store.find(values));
    const unknown = values.filter(isMissing);
    if (unknown.length === 0) return;
    rememberAll(await store.create(unknown));
    const others = new Map<string, DictionaryValue>();
    for (const refused of unknown.filter(isMissing)) {
      const other = { ...refused, value: OTHER_VALUE, title: null };
      others.set(keyOf(other), other);
    }
    if (others.size > 0) rememberAll(await store.create([...others.values()]));
  };

  /**
   * Codes a hit. Strings that aren't remembered are noted in `missing` and get the id of "other"
   * for now.
   */
  const toCoded = (hit: Hit, missing: Map<string, DictionaryValue>): CodedHit => {
    const websiteId = hit.site.id;
    const idOf = (dimension: StoredDimension, value: string, title = ''): number => {
      if (value === '') return 0;
      const id = ids.find(websiteId, numberOf(dimension), value);
      if (id !== undefined) return id;
      const unknown = { websiteId, dimension, value, title: title || null };
      missing.set(keyOf(unknown), unknown);
      return ids.find(websiteId, numberOf(dimension), OTHER_VALUE) ?? 0;
    };
    const dimensionIds = {} as Record<HitDimension, number>;
    for (const dimension of HIT_DIMENSIONS)
      dimensionIds[dimension] = idOf(dimension, hit.dimensions[dimension]);
    return { hit, pageId: idOf('page', hit.page, hit.title), nameId: idOf('event', hit.name), dimensionIds };
  };

  return {
    forget,

    async code(hits) {
      if (ids.size > MAX_REMEMBERED) ids.clear();
      const missing = new Map<string, DictionaryValue>();
      const coded = hits.map((hit) => toCoded(hit, missing));
      if (missing.size === 0) return coded;
      await learn([...missing.values()]);
      return hits.map((hit) => toCoded(hit, new Map()));
    },
  };
};
