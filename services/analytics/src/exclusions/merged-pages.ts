import { excludeParams } from './exclude-params.ts';
import type { PageCount } from './exclusions-store.ts';

export interface MergedPage extends PageCount {
  readonly from: readonly PageCount[];
}

export const MAX_MERGED = 100;

export const MAX_FROM = 20;

/** Groups pages by the names they would have. */
export const merge = (pages: readonly PageCount[], isExcluded: (name: string) => boolean): MergedPage[] => {
  const groups = new Map<string, PageCount[]>();
  for (const item of pages) {
    const name = excludeParams(item.page, isExcluded);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].map(([page, from]) => ({
    page,
    pageviews: from.reduce((sum, { pageviews }) => sum + pageviews, 0),
    from,
  }));
};
