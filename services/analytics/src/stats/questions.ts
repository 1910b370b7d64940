import { invalid } from '@platform/errors';

import { lengthInDays, PRESETS, presetRange } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { addDays, localDay } from '../calendar/local-day.ts';
import { isVisitDimension } from '../dimensions/dimension-names.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { alternatives, forRowsOf, isNamed, negated } from './query/filter.ts';
import type { AskedFilter, Filter, NamedCondition } from './query/filter.ts';
import type { Site } from './query/sums-request.ts';
import { MAX_DAYS } from './question-schema.ts';
import type { QuestionFields } from './question-schema.ts';
import type { StatsStore } from './stats-store.ts';

/** Lookups of an owner's definitions by id or name; undefined when there is none. */
export interface NamedFilters {
  /** Visits that reached a goal. */
  goal(websiteId: number, name: string): Promise<Filter | undefined>;
  /** The filters of a segment, all of which hold for its visits. */
  segment(websiteId: number, name: string): Promise<readonly AskedFilter[] | undefined>;
}

/** The visits that a question is about. */
export interface AskedVisits {
  readonly filters?: readonly AskedFilter[];
  readonly segment?: number | undefined;
}

export interface QuestionsDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: Pick<StatsStore, 'firstTraffic'>;
  readonly named: NamedFilters;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Turns what a client asks into days and a filter: one rule for everything that is counted. */
export interface Questions {
  /** @throws AppError `not_found` */
  site(organisation: string, id: number): Promise<Site>;
  /**
   * The days of a question: so many up to its last one, or up to today, where it doesn't say.
   * @throws AppError `invalid` for a range that is reversed, too long, or given in two ways
   */
  range(site: Site, fields: QuestionFields, days?: number): Promise<DateRange>;
  /** The days of a range on which there can be anything: at least one, so that it stays a range. */
  withTraffic(site: Site, range: DateRange): Promise<DateRange>;
  /** @throws AppError `invalid` for a goal or segment that the website doesn't have */
  filter(site: Site, asked: AskedVisits): Promise<Filter>;
}

/** @throws AppError `invalid` for a range that is reversed or too long */
export const checkedRange = (range: DateRange, field: string): DateRange => {
  if (range.to < range.from) throw invalid([{ field, message: `${field} must not be before the first day` }]);
  if (lengthInDays(range) > MAX_DAYS)
    throw invalid([{ field, message: `${field} must be within ${MAX_DAYS} days of the first day` }]);
  return range;
};

/** @throws AppError `invalid` for days to compare with that are no range */
export const checkedComparison = <Asked extends string>(
  compare: Asked | DateRange | undefined,
): Asked | DateRange | undefined =>
  typeof compare === 'object' ? checkedRange(compare, 'compare.to') : compare;

export const isPreset = (range: Preset | DateRange): range is Preset =>
  (PRESETS as readonly unknown[]).includes(range);

/** The days of a preset for a site; `all` begins with its first traffic. */
export const resolvePreset = async (
  store: Pick<StatsStore, 'firstTraffic'>,
  site: Site,
  preset: Preset,
  now: number,
): Promise<DateRange> => {
  const first = preset === 'all' ? await store.firstTraffic(site) : undefined;
  return presetRange(preset, {
    today: localDay(site.timezone, now),
    since: first === undefined ? undefined : localDay(site.timezone, first),
    weekStart: site.weekStart,
  });
};

const DAYS = 30;

const unknown = ({ dimension }: NamedCondition, value: string) =>
  invalid([
    {
      field: 'filters',
      message: `filters can’t be applied: the website has no ${dimension} ${/^\d+$/.test(value) ? value : `“${value.slice(0, 60)}”`}`,
    },
  ]);

const NO_SEGMENT = [{ field: 'segment', message: 'segment must be the id of one of the website’s segments' }];

const TWO_RANGES = [
  { field: 'date_range', message: 'date_range can’t be combined with from and to: it names the days' },
];

export const createQuestions = ({ websites, store, named, now }: QuestionsDeps): Questions => {
  /** Visits that one name stands for. */
  const ofName = async (site: Site, asked: NamedCondition, value: string): Promise<Filter> => {
    if (asked.dimension === 'goal') {
      const reached = await named.goal(site.id, value);
      if (reached === undefined) throw unknown(asked, value);
      return reached;
    }
    const filters = await named.segment(site.id, value);
    if (filters === undefined) throw unknown(asked, value);
    return all(site, filters);
  };

  const resolve = async (site: Site, asked: AskedFilter): Promise<Filter> => {
    if ('and' in asked) return all(site, asked.and);
    if ('or' in asked)
      return alternatives(await Promise.all(asked.or.map((each) => resolve(site, each))), isVisitDimension);
    if ('what' in asked || !isNamed(asked)) return asked;
    const found = await Promise.all(asked.values.map((value) => ofName(site, asked, value)));
    const any = found.length === 1 && found[0] !== undefined ? found[0] : { or: found };
    // Visits that don't belong to a segment: what it says of pages and events is about the whole visit.
    return asked.operator === 'is' ? any : negated(forRowsOf(any, isVisitDimension));
  };

  const all = async (site: Site, filters: readonly AskedFilter[]): Promise<Filter> => ({
    and: await Promise.all(filters.map((each) => resolve(site, each))),
  });

  const today = (site: Site) => localDay(site.timezone, now());

  return {
    async site(organisation, id) {
      const { timezone, weekStart } = await websites.show(organisation, id);
      return { id, timezone, weekStart };
    },
    async range(site, { from, to, date_range: preset }, days = DAYS) {
      if (preset !== undefined && (from !== undefined || to !== undefined)) throw invalid(TWO_RANGES);
      if (preset !== undefined) return resolvePreset(store, site, preset, now());
      const last = to ?? (from !== undefined && from > today(site) ? from : today(site));
      return checkedRange({ from: from ?? addDays(last, 1 - days), to: last }, 'to');
    },
    async withTraffic(site, { from, to }) {
      const first = await store.firstTraffic(site);
      const since = first === undefined ? to : localDay(site.timezone, first);
      // A clock may be ahead by a day.
      const until = addDays(today(site), 1);
      const begin = from > since ? from : since < to ? since : to;
      return { from: begin, to: to < until ? to : until > begin ? until : begin };
    },
    async filter(site, { filters = [], segment }) {
      const asked = await all(site, filters);
      if (segment === undefined) return asked;
      const saved = await named.segment(site.id, String(segment));
      if (saved === undefined) throw invalid(NO_SEGMENT);
      return { and: [asked, await all(site, saved)] };
    },
  };
};
