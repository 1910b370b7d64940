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

const valuesOf = (hit: Hit): DictionaryValue[] => {
  const value = (dimension: Dimension, text: string, title: string | null = null): DictionaryValue => ({
    ...{ websiteId: hit.site.id, dimension, value: text, title },
  });
  return [
    value('page', hit.page, hit.title || null),
    value('event', hit.name),
    ...VISIT_DIMENSIONS.map((dimension) => value(dimension, hit.dimensions[dimension])),
  ].filter((item) => item.value !== '');
};

/** Remembers ids, which never change, in front of the store. */
export const createDictionary = (store: DictionaryStore): Dictionary => {
  const ids = new Map<number, Map<string, number>>();
  let remembered = 0;

  const lookUp = (websiteId: number, dimension: number, value: string): number | undefined =>
    ids.get(websiteId)?.get(`${dimension} ${value}`);

  const remember = ({ websiteId, dimension, value, id }: DictionaryEntry): void => {
    const ofSite = ids.get(websiteId) ?? new Map<string, number>();
    ids.set(websiteId, ofSite.set(`${dimension} ${value}`, id));
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
    const refused = unknown.filter(isMissing);
    if (refused.length === 0) return;
    const others = unique(refused.map((value) => ({ ...value, value: OTHER_VALUE, title: null })));
    (await store.create(others)).forEach(remember);
  };

  const unique = (values: readonly DictionaryValue[]): DictionaryValue[] => [
    ...new Map(
      values.map((value) => [`${value.websiteId} ${value.dimension} ${value.value}`, value]),
    ).values(),
  ];

  const idOf = (hit: Hit, dimension: Dimension, value: string): number => {
    if (value === '') return 0;
    const number = DIMENSIONS[dimension];
    return lookUp(hit.site.id, number, value) ?? lookUp(hit.site.id, number, OTHER_VALUE) ?? 0;
  };

  const toCoded = (hit: Hit): CodedHit => {
    const dimensionIds = {} as Record<VisitDimension, number>;
    for (const dimension of VISIT_DIMENSIONS)
      dimensionIds[dimension] = idOf(hit, dimension, hit.dimensions[dimension]);
    return { hit, pageId: idOf(hit, 'page', hit.page), nameId: idOf(hit, 'event', hit.name), dimensionIds };
  };

  return {
    async code(hits) {
      if (remembered > MAX_REMEMBERED) {
        ids.clear();
        remembered = 0;
      }
      const missing = unique(hits.flatMap((hit) => valuesOf(hit).filter(isMissing)));
      if (missing.length > 0) await learn(missing);
      return hits.map(toCoded);
    },
  };
};
