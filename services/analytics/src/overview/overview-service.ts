import { invalid } from '@platform/errors';
import type { Page } from '@platform/http';

import { comparisonRange, lengthInDays, spanOf } from '../calendar/date-range.ts';
import type { DateRange, Interval } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { RangeQuery } from '../stats/stats-schema.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Website } from '../websites/website.ts';
import type { OverviewQuery } from './overview-schema.ts';
import type { OverviewStore } from './overview-store.ts';
import type { SiteDays, Totals, WebsiteOverview } from './overview.ts';

/** Of a website without traffic. */
const NOTHING: Totals = { visitors: 0, visits: 0, pageviews: 0 };

/** Points of a sparkline; more days are shown as weeks or months. */
const MOST_DAYS = 100;

/** Days that are shown as weeks. */
const MOST_WEEKS = 700;

/** Returns the interval that each point of a sparkline covers. */
const intervalOf = (days: number): Interval => {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS ? 'week' : 'month';
};

const DAYS = 30;

/** All websites are counted over these days at once. */
const LONGEST_DAYS = 800;

/** The days of a query: the last 30 by default. @throws AppError `invalid` */
const rangeOf = ({ timezone }: Website, { from, to }: RangeQuery, now: number): DateRange => {
  const today = localDay(timezone, now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const range = { from: from ?? addDays(last, 1 - DAYS), to: last };
  if (range.to < range.from) throw invalid([{ field: 'to', message: 'to must not be before the first day' }]);
  if (lengthInDays(range) > LONGEST_DAYS)
    throw invalid([{ field: 'to', message: `to must be within ${LONGEST_DAYS} days of the first day` }]);
  return range;
};

/** The days of a website, as its zone has them. */
const daysOf = ({ id, timezone }: Website, range: DateRange): SiteDays => ({
  id,
  ...spanOf(range, timezone),
  ...range,
});

/** A website with its totals. */
type Row = Totals & Pick<WebsiteOverview, 'website' | 'range'>;

/** Compares rows by a field; those that are equal in it are ordered by domain. */
const difference = (by: OverviewQuery['sort_by'], a: Row, b: Row): number => {
  if (by === 'domain') return 0;
  return by === 'id' ? a.website.id - b.website.id : a[by] - b[by];
};

/** The order of rows: equals by domain. */
const compare = ({ sort_by: by, sort }: OverviewQuery) => {
  const sign = sort === 'asc' ? 1 : -1;
  return (a: Row, b: Row): number =>
    sign * difference(by, a, b) ||
    (by === 'domain' ? sign : 1) * (a.website.domain < b.website.domain ? -1 : 1);
};

export interface OverviewServiceDeps {
  /** Returns all websites of an organisation with the text in their domain. */
  readonly websitesOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  readonly store: OverviewStore;
  readonly stats: Pick<StatsStore, 'page'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface OverviewService {
  /** @throws AppError `invalid` for days that don't form a range */
  list(
    organisation: string,
    query: OverviewQuery,
  ): Promise<Page & { readonly items: readonly WebsiteOverview[] }>;
}

/** The change from one count to another; null where there was nothing before. */
const changeOf = (before: number, after: number): number | null =>
  before === 0 ? null : Number(((after - before) / before).toFixed(4));

/** The days of a range that have ended in the website's zone; undefined if none has. */
const wholeDays = ({ timezone }: Website, { from, to }: DateRange, now: number): DateRange | undefined => {
  const yesterday = addDays(localDay(timezone, now), -1);
  const last = to < yesterday ? to : yesterday;
  return last < from ? undefined : { from, to: last };
};

/** Counts all websites of an organisation side by side, each by the days of its zone. */
export const createOverviewService = (deps: OverviewServiceDeps): OverviewService => {
  const { websitesOf, store, stats, now } = deps;

  /** Visitors by website in the range that each has; websites without one are left out. */
  const visitorsIn = async (
    rows: readonly Row[],
    rangeIn: (row: Row) => DateRange | undefined,
  ): Promise<ReadonlyMap<number, number>> => {
    const days = rows.flatMap((row) => {
      const range = rangeIn(row);
      return range === undefined ? [] : [daysOf(row.website, range)];
    });
    const totals = days.length === 0 ? new Map<number, Totals>() : await store.totals(days);
    return new Map(days.map(({ id }) => [id, totals.get(id)?.visitors ?? 0]));
  };

  const withSparkline = async (
    row: Row,
    changes: Pick<WebsiteOverview, 'change' | 'changeOfWholeDays' | 'visitorsNow'>,
  ): Promise<WebsiteOverview> => {
    const { website, range } = row;
    const interval = intervalOf(lengthInDays(range));
    const { rows } = await answerQuery(stats, website, {
      metrics: ['visitors'],
      groupBy: [`time:${interval}`],
      filter: { and: [] },
      range,
      limit: MOST_WEEKS,
      offset: 0,
    });
    return {
      ...row,
      ...changes,
      interval,
      sparkline: rows.map(({ metrics }) => metrics.visitors ?? 0),
    };
  };

  return {
    async list(organisation, query) {
      const websites = await websitesOf(organisation, (query.search ?? '').toLowerCase());
      const asked = websites.map((website) => ({ website, range: rangeOf(website, query, now()) }));
      const totals = await store.totals(asked.map(({ website, range }) => daysOf(website, range)));
      const rows = asked
        .map((item): Row => ({ ...item, ...(totals.get(item.website.id) ?? NOTHING) }))
        .sort(compare(query));
      const first = (query.page - 1) * query.per_page;
      const shown = rows.slice(first, first + query.per_page);
      const at = now();
      const previous = (range: DateRange): DateRange => comparisonRange(range, 'previous_period');
      const ended = ({ website, range }: Row) => wholeDays(website, range, at);
      const [live, before, whole, wholeBefore] = await Promise.all([
        store.visitorsNow(
          shown.map(({ website }) => website.id),
          at,
        ),
        visitorsIn(shown, ({ range }) => previous(range)),
        visitorsIn(shown, ended),
        visitorsIn(shown, (row) => {
          const range = ended(row);
          return range && previous(range);
        }),
      ]);
      const items: WebsiteOverview[] = [];
      for (const row of shown) {
        const { id } = row.website;
        const changeOfWholeDays = changeOf(wholeBefore.get(id) ?? 0, whole.get(id) ?? 0);
        items.push(
          await withSparkline(row, {
            change: changeOf(before.get(id) ?? 0, row.visitors),
            changeOfWholeDays,
            visitorsNow: live.get(id) ?? 0,
          }),
        );
      }
      return { items, total: rows.length, number: query.page, perPage: query.per_page };
    },
  };
};
