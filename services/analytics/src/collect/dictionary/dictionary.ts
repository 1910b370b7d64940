import { HIT_DIMENSIONS, numberOf, OTHER_VALUE } from '../../dimensions/dimension-names.ts';
import type { HitDimension, StoredDimension } from '../../dimensions/dimension-names.ts';
import type { Hit } from '../hit.ts';
import type { DictionaryEntry, DictionaryValue, DictionaryStore } from './dictionary-store.ts';

/**
 * The database continues another history than the one that remembered ids come from: a failover that
 * lost seconds, or a restore. Nothing was written, and the ids are forgotten.
 */
export class StorageChangedError extends Error {
  constructor() {
    super('the database was restored or failed over; remembered ids were dropped');
    this.name = 'StorageChangedError';
  }
}

/** A hit whose strings have ids of the website's dictionary. */
export interface CodedHit {
  readonly hit: Omit<Hit, 'dimensions' | 'page' | 'title' | 'name'>;
  readonly pageId: number;
  readonly nameId: number;
  readonly dimensionIds: Readonly<Record<HitDimension, number>>;
}

/** Ids of strings in memory, by website and number of the dimension. */
interface RememberedIds {
  find(websiteId: number, dimension: number, value: string): number | undefined;
  add(entry: DictionaryEntry): void;
  readonly size: number;
}

/** Makes an empty memory of ids. */
const createRememberedIds = (): RememberedIds => {
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

export interface Dictionary {
  /** Gives every string of the hits its id. New strings are committed before this resolves. */
  code(hits: readonly Hit[]): Promise<readonly CodedHit[]>;
  /** Forgets all ids: the database may continue another history, in which they mean something else. */
  forget(): void;
}

const MAX_REMEMBERED = 500_000;
/**
 * Ids are looked up again after a day: a text that nothing refers to and nobody has looked up for
 * longer is removed from the store.
 */
const MEMORY_MS = 86_400_000;

const keyOf = (value: DictionaryValue): string => `${value.websiteId} ${value.dimension} ${value.value}`;

/** Remembers ids in front of the store. An id never changes its meaning. */
export const createDictionary = (store: DictionaryStore, now: () => number = Date.now): Dictionary => {
  let ids = createRememberedIds();
  let generation = 0;
  let since = now();

  /** Batches that are being coded keep the ids they began with. */
  const clear = (): void => {
    ids = createRememberedIds();
    since = now();
  };
  const isStale = (): boolean => ids.size > MAX_REMEMBERED || Math.abs(now() - since) > MEMORY_MS;

  /**
   * Finds or creates the ids of values that aren't remembered. What the store refuses becomes
   * "other".
   */
  const learn = async (own: RememberedIds, values: readonly DictionaryValue[]): Promise<void> => {
    const learnedIn = generation;
    const rememberAll = (entries: readonly DictionaryEntry[]): void => {
      if (learnedIn !== generation) throw new StorageChangedError();
      for (const entry of entries) own.add(entry);
    };
    const isMissing = ({ websiteId, dimension, value }: DictionaryValue): boolean =>
      own.find(websiteId, numberOf(dimension), value) === undefined;
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
  const toCoded = (own: RememberedIds, hit: Hit, missing: Map<string, DictionaryValue>): CodedHit => {
    const websiteId = hit.site.id;
    const idOf = (dimension: StoredDimension, value: string, title = ''): number => {
      if (value === '') return 0;
      const id = own.find(websiteId, numberOf(dimension), value);
      if (id !== undefined) return id;
      const unknown = { websiteId, dimension, value, title: title || null };
      const key = keyOf(unknown);
      // An event on a page says no title, and neither do the views of some clients.
      if (!missing.get(key)?.title) missing.set(key, unknown);
      return own.find(websiteId, numberOf(dimension), OTHER_VALUE) ?? 0;
    };
    const dimensionIds = {} as Record<HitDimension, number>;
    for (const dimension of HIT_DIMENSIONS)
      dimensionIds[dimension] = idOf(dimension, hit.dimensions[dimension]);
    return { hit, pageId: idOf('page', hit.page, hit.title), nameId: idOf('event', hit.name), dimensionIds };
  };

  return {
    forget() {
      clear();
      generation += 1;
    },

    async code(hits) {
      if (isStale()) clear();
      const own = ids;
      const missing = new Map<string, DictionaryValue>();
      const coded = hits.map((hit) => toCoded(own, hit, missing));
      if (missing.size === 0) return coded;
      await learn(own, [...missing.values()]);
      return hits.map((hit) => toCoded(own, hit, new Map()));
    },
  };
};
