import { invalid } from '@platform/errors';

import type { DropReason } from '../collect/drop-reasons.ts';
import { createNameMatcher } from '../collect/glob.ts';
import { localDay } from '../collect/local-day.ts';
import { withoutParameters } from '../collect/page-url.ts';
import { faultOfParams, splitLines } from '../websites/exclusion-lines.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { DropsQuery } from './exclusions-schema.ts';
import type { DropCount, ExclusionsStore, PageCount } from './exclusions-store.ts';

export interface ExclusionsServiceDeps {
  store: ExclusionsStore;
  websites: Pick<WebsitesService, 'show'>;
  now?: () => number;
}

export interface MergedPage extends PageCount {
  readonly from: readonly PageCount[];
}

export interface Preview {
  readonly days: number;
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  readonly isComplete: boolean;
  readonly merged: readonly MergedPage[];
}

export interface Drops {
  readonly from: string;
  readonly to: string;
  readonly totals: Readonly<Partial<Record<DropReason, number>>>;
  readonly days: readonly DropCount[];
}

export interface ExclusionsService {
  /** Which pages of the last 30 days would be one if parameters were excluded. */
  preview(organisation: string, websiteId: number, excludeParams: string): Promise<Preview>;
  /** What was not stored, by day and reason. */
  drops(organisation: string, websiteId: number, query: DropsQuery): Promise<Drops>;
}

const DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_PAGES = 20_000;
const MAX_MERGED = 100;
const MAX_FROM = 20;

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** Groups pages by what they would be called. */
const merge = (pages: readonly PageCount[], isExcluded: (name: string) => boolean): MergedPage[] => {
  const groups = new Map<string, PageCount[]>();
  for (const item of pages) {
    const name = withoutParameters(item.page, isExcluded);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].map(([page, from]) => ({
    page,
    pageviews: from.reduce((sum, { pageviews }) => sum + pageviews, 0),
    from,
  }));
};

/** The use cases about exclusions: what they did, and what new ones would do. */
export const createExclusionsService = ({
  store,
  websites,
  now = Date.now,
}: ExclusionsServiceDeps): ExclusionsService => ({
  async preview(organisation, websiteId, excludeParams) {
    const website = await websites.show(organisation, websiteId);
    const lines = splitLines(excludeParams);
    const fault = faultOfParams(lines);
    if (fault !== null) throw invalid([{ field: 'exclude_params', message: `exclude_params ${fault}` }]);
    const fromDay = addDays(localDay(website.timezone, now()), 1 - DAYS);
    const pages = await store.topPages(website.id, fromDay, MAX_PAGES + 1);
    const known = pages.slice(0, MAX_PAGES);
    const groups = merge(known, createNameMatcher(lines));
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
