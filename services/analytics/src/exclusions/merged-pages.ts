import { mapInTurns } from '@platform/runtime';
import { excludeParams } from './exclude-params.ts';
import type { IsExcludedParam } from './exclude-params.ts';
import type { PageCount } from './exclusions-store.ts';

export interface MergedPage extends PageCount {
  readonly from: readonly PageCount[];
}

export const MAX_MERGED = 100;

export const MAX_FROM = 20;

/** Judges each name once: the pages of a website share theirs. */
const remember = (isExcluded: IsExcludedParam): IsExcludedParam => {
  const verdicts = new Map<string, boolean>();
  return (name) => {
    const verdict = verdicts.get(name) ?? isExcluded(name);
    verdicts.set(name, verdict);
    return verdict;
  };
};

/** Groups pages by the names they would have, and gives others their turn. */
export const merge = async (
  pages: readonly PageCount[],
  isExcluded: IsExcludedParam,
): Promise<MergedPage[]> => {
  const isOut = remember(isExcluded);
  const names = await mapInTurns(pages, ({ page }) => excludeParams(page, isOut));
  const groups = new Map<string, PageCount[]>();
  for (const [index, item] of pages.entries()) {
    const name = names[index] ?? '';
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return [...groups].map(([page, from]) => ({
    page,
    pageviews: from.reduce((sum, { pageviews }) => sum + pageviews, 0),
    from,
  }));
};
