import { DIMENSIONS, OTHER_VALUE, VISIT_DIMENSIONS } from '../dimensions/dimensions.ts';
import type { Dimension, VisitDimension } from '../dimensions/dimensions.ts';
import type { CodedHit } from './coded-hit.ts';
import type { DictionaryEntry, DictionaryStore, DictionaryValue } from './dictionary-store.ts';
import type { Hit } from './hit.ts';

export interface Dictionary {
  /** Gives every string of the hits its id; new strings are written and committed before this resolves. */
  code(hits: readonly Hit[]): Promise<readonly CodedHit[]>;
}

const MAX_REMEMBERED = 500_000;

const keyOf = (value: DictionaryValue): string => `${value.websiteId} ${value.dimension} ${value.value}`;

/** Remembers ids, which never change, in front of the store. */
export const createDictionary = (store: DictionaryStore): Dictionary => {
  /** By website and number of the dimension. */
  const ids = new Map<number, Map<number, Map<string, number>>>();
  let remembered = 0;

  const lookUp = (websiteId: number, dimension: number, value: string): number | undefined =>
    ids.get(websiteId)?.get(dimension)?.get(value);

  const remember = ({ websiteId, dimension, value, id }: DictionaryEntry): void => {
    const ofSite = ids.get(websiteId) ?? new Map<number, Map<string, number>>();
    const ofDimension = ofSite.get(dimension) ?? new Map<string, number>();
    ids.set(websiteId, ofSite.set(dimension, ofDimension.set(value, id)));
    remembered += 1;
  };

  const isMissing = ({ websiteId, dimension, value }: DictionaryValue): boolean =>
    lookUp(websiteId, DIMENSIONS[dimension], value) === undefined;

  /** Reads or makes the ids of values that aren't remembered. What the store refuses becomes "other". */
  const learn = async (values: readonly DictionaryValue[]): Promise<void> => {
    (await store.find(values)).forEach(remember);
    const unknown = values.filter(isMissing);
    if (unknown.length === 0) return;
    (await store.create(unknown)).forEach(remember);
    const others = new Map<string, DictionaryValue>();
    for (const refused of unknown.filter(isMissing)) {
      const other = { ...refused, value: OTHER_VALUE, title: null };
      others.set(keyOf(other), other);
    }
    if (others.size > 0) (await store.create([...others.values()])).forEach(remember);
  };

  /** Codes a hit; what is not remembered is noted in `missing` and gets the id of "other" for now. */
  const toCoded = (hit: Hit, missing: Map<string, DictionaryValue>): CodedHit => {
    const websiteId = hit.site.id;
    const idOf = (dimension: Dimension, value: string, title = ''): number => {
      if (value === '') return 0;
      const id = lookUp(websiteId, DIMENSIONS[dimension], value);
      if (id !== undefined) return id;
      const unknown = { websiteId, dimension, value, title: title || null };
      missing.set(keyOf(unknown), unknown);
      return lookUp(websiteId, DIMENSIONS[dimension], OTHER_VALUE) ?? 0;
    };
    const dimensionIds = {} as Record<VisitDimension, number>;
    for (const dimension of VISIT_DIMENSIONS)
      dimensionIds[dimension] = idOf(dimension, hit.dimensions[dimension]);
    return { hit, pageId: idOf('page', hit.page, hit.title), nameId: idOf('event', hit.name), dimensionIds };
  };

  return {
    async code(hits) {
      if (remembered > MAX_REMEMBERED) {
        ids.clear();
        remembered = 0;
      }
      const missing = new Map<string, DictionaryValue>();
      const coded = hits.map((hit) => toCoded(hit, missing));
      if (missing.size === 0) return coded;
      await learn([...missing.values()]);
      return hits.map((hit) => toCoded(hit, new Map()));
    },
  };
};
