import { AppError, invalid } from '@platform/errors';

import { presetRange } from '../calendar/date-range.ts';
import type { DateRange, Comparison, Preset } from '../calendar/date-range.ts';
import { localDay } from '../calendar/local-day.ts';
import type { Calendar } from '../calendar/time-buckets.ts';
import { isTime } from '../dimensions/dimension-names.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Metric } from '../metrics/metric-values.ts';
import { WEBSITE } from '../stats/answers/rollup-answers.ts';
import type { NamedSite, RollupQuestion, RollupSort } from '../stats/answers/rollup-answers.ts';
import type { StatsAnswers } from '../stats/answers/stats-answers.ts';
import type { AskedFilter } from '../stats/query/filter.ts';
import { rowsOfEach } from '../stats/query/rollup-rows.ts';
import type { Live, LiveValue } from '../stats/query/stats-rows.ts';
import { checkedComparison, checkedRange, isPreset } from '../stats/questions.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Website } from '../websites/website.ts';

/** Websites of one rollup at most: each is asked for itself. */
export const MOST_WEBSITES = 100;

/** The websites of a question: ids, or a group’s; all of the organisation’s if neither is given. */
export interface AskedWebsites {
  readonly websites?: readonly number[];
  readonly group?: number;
}

export interface RollupBody extends AskedWebsites {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly (GroupBy | typeof WEBSITE)[];
  readonly filters: readonly AskedFilter[];
  /** Belongs to one website. */
  readonly segment?: never;
  readonly date_range: Preset | DateRange;
  readonly compare?: Comparison | DateRange;
  readonly same_hours?: boolean;
  readonly sort?: readonly RollupSort[];
  readonly per_page: number;
  readonly page: number;
}

export interface RollupServiceDeps {
  /** Returns all websites of an organisation with the text in their domain. */
  readonly websitesOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  /** Finds a group; undefined for one of another organisation. */
  readonly groupOf: (
    organisation: string,
    id: number,
  ) => Promise<{ readonly websites: readonly number[] } | undefined>;
  readonly questions: Pick<Questions, 'filter'>;
  readonly store: Pick<StatsStore, 'firstTraffic' | 'live'>;
  readonly answers: Pick<StatsAnswers, 'rollupJson' | 'rollupCsv'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RollupService {
  /**
   * The answer in JSON.
   * @throws AppError `invalid` for websites, goals, segments or days that aren't there, `unavailable`
   * when the answer takes too long
   */
  json(organisation: string, body: RollupBody): Promise<string>;
  /** All rows that there are of it, as a file. */
  csv(organisation: string, body: RollupBody): Promise<Uint8Array>;
  /** The last half hour of all the websites together. */
  live(organisation: string, asked: AskedWebsites): Promise<Live & { readonly websites: readonly Website[] }>;
}

/** Websites that are asked at once. */
const AT_ONCE = 4;
const MOST_LIVE_VALUES = 10;
const MINUTES = 30;

/** Works on items, a few at once, and keeps their order. */
const inLanes = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE)
    results.push(...(await Promise.all(items.slice(first, first + AT_ONCE).map(work))));
  return results;
};

/** The value that most of a list have; of several, the first. */
const commonest = <Value>(values: readonly Value[]): Value | undefined => {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
};

/** The zone and the weeks that most of the websites have. */
const commonCalendar = (websites: readonly Website[]): Calendar => ({
  timezone: commonest(websites.map(({ timezone }) => timezone)) ?? 'UTC',
  weekStart: commonest(websites.map(({ weekStart }) => weekStart)),
});

const mergedValues = (lists: readonly (readonly LiveValue[])[]): readonly LiveValue[] => {
  const counts = new Map<string, number>();
  for (const { value, visitors } of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + visitors);
  return [...counts]
    .map(([value, visitors]) => ({ value, visitors }))
    .sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_LIVE_VALUES);
};

/** @throws AppError `invalid` for a sort by something not asked for, or times in two intervals */
const refuseUnclear = ({ metrics, dimensions, sort }: RollupBody): void => {
  const names: readonly string[] = [...metrics, ...dimensions];
  for (const [index, { by }] of (sort ?? []).entries())
    if (!names.includes(by))
      throw invalid([
        { field: `sort.${index}.by`, message: `sort[${index}].by must be one of the metrics and dimensions` },
      ]);
  const times = dimensions.filter((name) => name !== WEBSITE && isTime(name));
  if (times.length > 1)
    throw invalid([{ field: 'dimensions', message: 'dimensions may hold one of time:… only' }]);
};

/** One statistic over several websites. */
export const createRollupService = (deps: RollupServiceDeps): RollupService => {
  const { websitesOf, groupOf, questions, store, answers, now } = deps;

  /** Ids of the websites that are asked for; undefined for all of them. */
  const idsOf = async (
    organisation: string,
    { websites, group }: AskedWebsites,
  ): Promise<readonly number[] | undefined> => {
    if (group === undefined) return websites;
    const refuse = (message: string) => invalid([{ field: 'group', message: `group ${message}` }]);
    if (websites !== undefined) throw refuse('can’t be combined with websites: it names them');
    const found = await groupOf(organisation, group);
    if (!found) throw refuse('must be the id of one of the organisation’s groups');
    if (found.websites.length === 0) throw refuse('can’t be counted: its websites are gone');
    return found.websites;
  };

  const websitesAsked = async (organisation: string, asked: AskedWebsites): Promise<readonly Website[]> => {
    const ids = await idsOf(organisation, asked);
    const all = new Map((await websitesOf(organisation, '')).map((website) => [website.id, website]));
    const refuse = (message: string) => invalid([{ field: 'websites', message: `websites ${message}` }]);
    if (ids === undefined) {
      if (all.size === 0) throw refuse('can’t be counted: the organisation has none');
      if (all.size > MOST_WEBSITES)
        throw refuse(`must be named, at most ${MOST_WEBSITES}: the organisation has more`);
      return [...all.values()];
    }
    return ids.map((id) => {
      const website = all.get(id);
      if (website === undefined) throw refuse(`must be ids of the organisation’s websites: ${id} is none`);
      return website;
    });
  };

  /** The websites that know all goals and segments of the filter, each with its own. */
  const filtered = async (
    websites: readonly Website[],
    filters: RollupBody['filters'],
    { weekStart }: Calendar,
  ): Promise<readonly NamedSite[]> => {
    let unknown: AppError | undefined;
    const sites = await inLanes(websites, async ({ id, timezone, domain }) => {
      const site = { id, timezone, weekStart };
      try {
        return { site, domain, filter: await questions.filter(site, { filters }) };
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
        unknown = error;
        return undefined;
      }
    });
    const known = sites.filter((site) => site !== undefined);
    if (known.length === 0 && unknown !== undefined) throw unknown;
    return known;
  };

  const rangeOf = async (
    websites: readonly Website[],
    { timezone, weekStart }: Calendar,
    asked: RollupBody['date_range'],
  ): Promise<DateRange> => {
    if (!isPreset(asked)) return checkedRange(asked, 'date_range.to');
    const today = localDay(timezone, now());
    if (asked !== 'all') return presetRange(asked, { today, weekStart });
    const firsts = await inLanes(websites, async (website) => {
      const first = await store.firstTraffic(website);
      return first === undefined ? today : localDay(website.timezone, first);
    });
    return presetRange(asked, { today, since: firsts.reduce((a, b) => (a < b ? a : b), today) });
  };

  const questionOf = async (
    organisation: string,
    body: RollupBody,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<RollupQuestion> => {
    refuseUnclear(body);
    const websites = await websitesAsked(organisation, body);
    const calendar = commonCalendar(websites);
    const { metrics, dimensions, sort, same_hours: isSameHours } = body;
    return {
      timezone: calendar.timezone,
      sort,
      sites: await filtered(websites, body.filters, calendar),
      byWebsite: dimensions.includes(WEBSITE),
      query: {
        metrics,
        compare: checkedComparison(body.compare),
        groupBy: dimensions.filter((name): name is GroupBy => name !== WEBSITE),
        range: await rangeOf(websites, calendar, body.date_range),
        comparedUntil: isSameHours ? now() : undefined,
        ...page,
      },
    };
  };

  return {
    async json(organisation, body) {
      const { page, per_page: perPage } = body;
      const question = await questionOf(organisation, body, { limit: perPage, offset: (page - 1) * perPage });
      const most = rowsOfEach(question.sites.length);
      if (page * perPage > most)
        throw invalid([{ field: 'page', message: `page must be within the first ${most} rows` }]);
      return answers.rollupJson({ ...question, page, perPage });
    },
    async csv(organisation, body) {
      const question = await questionOf(organisation, body, { limit: 1, offset: 0 });
      const limit = rowsOfEach(question.sites.length);
      return answers.rollupCsv({ ...question, query: { ...question.query, limit } });
    },
    async live(organisation, asked) {
      const websites = await websitesAsked(organisation, asked);
      const at = now();
      const lives = await inLanes(websites, (website) => store.live(website, at));
      const sum = (of: (live: Live) => number): number => lives.reduce((all, live) => all + of(live), 0);
      return {
        websites,
        visitors5: sum((live) => live.visitors5),
        visitors30: sum((live) => live.visitors30),
        pageviews5: sum((live) => live.pageviews5),
        pageviews30: sum((live) => live.pageviews30),
        perMinute: Array.from({ length: MINUTES }, (_, minute) => sum((live) => live.perMinute[minute] ?? 0)),
        pages: mergedValues(lives.map(({ pages }) => pages)),
        referrers: mergedValues(lives.map(({ referrers }) => referrers)),
        countries: mergedValues(lives.map(({ countries }) => countries)),
      };
    },
  };
};
