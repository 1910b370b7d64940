import { invalid } from '@platform/errors';
import type { Page } from '@platform/http';

import { comparisonRange, lengthInDays, spanOf } from '../calendar/date-range.ts';
import type { DateRange, Interval } from '../calendar/date-range.ts';
import { addDays, localDay } from '../calendar/local-day.ts';
import { timeBuckets } from '../calendar/time-buckets.ts';
import type { RangeQuery } from '../stats/stats-schema.ts';
import type { Website } from '../websites/website.ts';
import type { OverviewStore, CountedDays, Totals, OverviewMetric } from './overview-store.ts';

export interface OverviewQuery extends RangeQuery {
  readonly search?: string;
  readonly sort_by: OverviewMetric | 'domain' | 'id';
  readonly sort: 'asc' | 'desc';
  readonly per_page: number;
  readonly page: number;
}

export interface WebsiteOverview extends Totals {
  readonly website: Website;
  readonly range: DateRange;
  /** Of the visitors against the days before; null where there were none. */
  readonly change: number | null;
  /** The same without today, which has not ended; null where there were none, or only today is asked for. */
  readonly changeOfWholeDays: number | null;
  readonly visitorsNow: number;
  readonly interval: Interval;
  readonly sparkline: readonly number[];
}

/** Points of a sparkline; more days are shown as weeks or months. */
const MOST_DAYS = 100;

/** Days that are shown as weeks. */
const MOST_WEEKS = 700;

/** Returns the interval that each point of a sparkline covers. */
const intervalOf = (range: DateRange): Interval => {
  const days = lengthInDays(range);
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
const daysOf = ({ id, timezone }: Website, range: DateRange): CountedDays => ({
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

/** The days of a range that have ended in the website's zone, as one range; none if no day has. */
const wholeDays = ({ timezone }: Website, { from, to }: DateRange, now: number): readonly DateRange[] => {
  const yesterday = addDays(localDay(timezone, now), -1);
  const last = to < yesterday ? to : yesterday;
  return last < from ? [] : [{ from, to: last }];
};

/** The days of each point of a sparkline, in order. */
const pointsOf = (website: Website, range: DateRange): readonly DateRange[] => {
  const { days } = timeBuckets(spanOf(range, website.timezone), intervalOf(range), website);
  return days.map((from, place) => {
    const next = days[place + 1];
    return { from, to: next === undefined ? range.to : addDays(next, -1) };
  });
};

/** Counts all websites of an organisation side by side, each by the days of its zone. */
export const createOverviewService = (deps: OverviewServiceDeps): OverviewService => {
  const { websitesOf, store, now } = deps;

  /** Visitors of each of a website's ranges, by website: one query, however many there are. */
  const visitorsIn = async (
    rows: readonly Row[],
    rangesOf: (row: Row) => readonly DateRange[],
  ): Promise<ReadonlyMap<number, readonly number[]>> => {
    const asked = rows.map((row) => rangesOf(row).map((range) => daysOf(row.website, range)));
    const totals = (await store.totals(asked.flat())).values();
    return new Map(
      rows.map(({ website }, place) => [
        website.id,
        (asked[place] ?? []).map(() => totals.next().value?.visitors ?? 0),
      ]),
    );
  };

  return {
    async list(organisation, query) {
      const websites = await websitesOf(organisation, (query.search ?? '').toLowerCase());
      const asked = websites.map((website) => ({ website, range: rangeOf(website, query, now()) }));
      const totals = await store.totals(asked.map(({ website, range }) => daysOf(website, range)));
      const rows = asked
        .map((item, place): Row => ({ ...item, ...(totals[place] as Totals) }))
        .sort(compare(query));
      const first = (query.page - 1) * query.per_page;
      const shown = rows.slice(first, first + query.per_page);
      const at = now();
      const previous = (range: DateRange): DateRange => comparisonRange(range, 'previous_period');
      const ended = ({ website, range }: Row): readonly DateRange[] => wholeDays(website, range, at);
      const [live, before, whole, wholeBefore, points] = await Promise.all([
        store.visitorsNow(
          shown.map(({ website }) => website.id),
          at,
        ),
        visitorsIn(shown, ({ range }) => [previous(range)]),
        visitorsIn(shown, ended),
        visitorsIn(shown, (row) => ended(row).map(previous)),
        visitorsIn(shown, ({ website, range }) => pointsOf(website, range)),
      ]);
      const items = shown.map((row): WebsiteOverview => {
        const { id } = row.website;
        const countIn = (counts: typeof before): number => counts.get(id)?.[0] ?? 0;
        return {
          ...row,
          change: changeOf(countIn(before), row.visitors),
          changeOfWholeDays: changeOf(countIn(wholeBefore), countIn(whole)),
          visitorsNow: live.get(id) ?? 0,
          interval: intervalOf(row.range),
          sparkline: points.get(id) ?? [],
        };
      });
      return { items, total: rows.length, number: query.page, perPage: query.per_page };
    },
  };
};
