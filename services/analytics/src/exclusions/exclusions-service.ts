import { invalid } from '@platform/errors';
import { mapInTurns } from '@platform/runtime';

import { addDays } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';
import type { DropReason } from './drop-reasons.ts';
import { excludeParams, createNameMatcher } from './exclude-params.ts';
import type { IsExcludedParam } from './exclude-params.ts';
import { faultOfParams, splitLines } from './line-list.ts';
import type { DropsQuery } from './exclusions-schema.ts';
import type { DropCount, ExclusionsStore, PageCount } from './exclusions-store.ts';

interface MergedPage extends PageCount {
  readonly from: readonly PageCount[];
}

const MAX_MERGED = 100;

const MAX_FROM = 20;

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
const merge = async (pages: readonly PageCount[], isExcluded: IsExcludedParam): Promise<MergedPage[]> => {
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

export interface ExclusionsServiceDeps {
  store: ExclusionsStore;
  /** Finds a website, and refuses those of other organisations. */
  websites: {
    show(organisation: string, id: number): Promise<{ readonly id: number; readonly timezone: string }>;
  };
  now?: () => number;
}

interface Preview {
  readonly days: number;
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  readonly isComplete: boolean;
  readonly merged: readonly MergedPage[];
}

interface Drops {
  readonly from: string;
  readonly to: string;
  readonly totals: Readonly<Partial<Record<DropReason, number>>>;
  readonly days: readonly DropCount[];
}

export interface ExclusionsService {
  /** Lists pages of the last 30 days that an exclusion of parameters would merge. */
  preview(organisation: string, websiteId: number, names: string): Promise<Preview>;
  /** What was not stored, by day and reason. */
  drops(organisation: string, websiteId: number, query: DropsQuery): Promise<Drops>;
}

const DAYS = 30;

const MAX_PAGES = 20_000;

/** What exclusions did, and what new ones would do. */
export const createExclusionsService = ({
  store,
  websites,
  now = Date.now,
}: ExclusionsServiceDeps): ExclusionsService => ({
  async preview(organisation, websiteId, names) {
    const website = await websites.show(organisation, websiteId);
    const lines = splitLines(names);
    const fault = faultOfParams(lines);
    if (fault !== null) throw invalid([{ field: 'exclude_params', message: `exclude_params ${fault}` }]);
    const fromDay = addDays(localDay(website.timezone, now()), 1 - DAYS);
    const pages = await store.topPages(website.id, fromDay, MAX_PAGES + 1);
    const known = pages.slice(0, MAX_PAGES);
    const groups = await merge(known, createNameMatcher(lines));
    const changed = groups
      .filter(({ page, from }) => from.length > 1 || from[0]?.page !== page)
      .sort((a, b) => b.pageviews - a.pageviews || (a.page < b.page ? -1 : 1));
    return {
      days: DAYS,
      pagesBefore: known.length,
      pagesAfter: groups.length,
      isComplete: pages.length <= MAX_PAGES,
      merged: changed
        .slice(0, MAX_MERGED)
        .map((group) => ({ ...group, from: group.from.slice(0, MAX_FROM) })),
    };
  },

  async drops(organisation, websiteId, query) {
    const website = await websites.show(organisation, websiteId);
    const to = query.to ?? localDay(website.timezone, now());
    const from = query.from ?? addDays(to, 1 - DAYS);
    if (from > to) throw invalid([{ field: 'from', message: 'from must not be after to' }]);
    const days = await store.drops(website.id, from, to);
    const totals: Partial<Record<DropReason, number>> = {};
    for (const { reason, count } of days) totals[reason] = (totals[reason] ?? 0) + count;
    return { from, to, totals, days };
  },
});
