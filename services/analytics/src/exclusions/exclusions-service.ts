import { invalid } from '@platform/errors';
import { mapInTurns } from '@platform/runtime';

import { addDays, localDay } from '../calendar/local-day.ts';
import type { CollectService, Explanation } from '../collect/collect-service.ts';
import { NO_DETAILS } from '../collect/intake/hit-body.ts';
import { parsePageUrl } from '../collect/intake/page-url.ts';
import { continentOf } from '../geo/geo-lookup.ts';
import type { WebsiteSettingsBody } from '../websites/websites-schema.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { DropCount, ExclusionsStore, PageCount } from './exclusions-store.ts';
import type { DropReason } from './rules/drop-reasons.ts';
import { excludeParams, createNameMatcher } from './rules/exclude-params.ts';
import type { IsExcludedParam } from './rules/exclude-params.ts';
import { faultOfParams, isAddressLine, splitLines } from './rules/line-list.ts';

export interface DropsQuery {
  from?: string;
  to?: string;
}

/** A page view to try, with settings that needn't be saved. */
export interface TestBody extends Pick<
  WebsiteSettingsBody,
  | 'page_rules'
  | 'exclude_pages'
  | 'exclude_hosts'
  | 'exclude_countries'
  | 'exclude_visitors'
  | 'exclude_params'
  | 'exclude_ips'
  | 'trailing_slash'
  | 'query_order'
  | 'campaign_case'
> {
  url: string;
  canonical?: string;
  referrer?: string;
  country?: string;
  ip?: string;
  user_agent?: string;
  screen?: string;
  visitor_language?: string;
  data_exclude?: string;
  data_include?: string;
}

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
  } & Pick<WebsitesService, 'withSettings'>;
  explain: CollectService['explain'];
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
  /**
   * Says what would be stored of a page view.
   * @throws AppError `invalid` for what is no address, and for settings that can't be
   */
  test(organisation: string, websiteId: number, body: TestBody): Promise<Explanation>;
  /** Counts dropped hits by day and reason. */
  drops(organisation: string, websiteId: number, query: DropsQuery): Promise<Drops>;
}

/** An address of nobody (RFC 5737), which no database knows. */
const NO_ADDRESS = '192.0.2.1';
const COMMON_BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const DAYS = 30;

const MAX_PAGES = 20_000;

/** Reports the effect of exclusions, and previews that of new ones. */
export const createExclusionsService = ({
  store,
  websites,
  explain,
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

  async test(organisation, websiteId, body) {
    const website = await websites.withSettings(organisation, websiteId, body);
    const pageOf = (field: 'url' | 'canonical', text: string): URL => {
      const url = parsePageUrl(text.startsWith('/') ? `https://${website.domain}${text}` : text);
      if (!url) throw invalid([{ field, message: `${field} must be an address or a path` }]);
      return url;
    };
    const url = pageOf('url', body.url);
    const given = body.country?.toUpperCase();
    if (given && continentOf(given) === null)
      throw invalid([{ field: 'country', message: 'country must be a code such as DE' }]);
    if (body.ip && !isAddressLine(body.ip))
      throw invalid([{ field: 'ip', message: 'ip must be an IP address' }]);
    return explain(website, {
      country: given || undefined,
      sender: {
        address: body.ip || NO_ADDRESS,
        userAgent: body.user_agent || COMMON_BROWSER,
        origin: '',
        acceptLanguage: '',
      },
      body: {
        ...NO_DETAILS,
        siteKey: website.siteKey,
        name: 'pageview',
        url,
        ...(body.canonical && { canonical: pageOf('canonical', body.canonical) }),
        scope: { exclude: body.data_exclude ?? '', include: body.data_include ?? '' },
        referrer: body.referrer ?? '',
        screen: body.screen ?? '',
        language: body.visitor_language ?? '',
      },
    });
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
