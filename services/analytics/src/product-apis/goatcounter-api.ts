import { notFound } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect } from '@platform/http';
import Joi from 'joi';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays, localDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import type { Dimension, GroupBy } from '../dimensions/dimension-names.ts';
import { countryName } from '../geo/geo-lookup.ts';
import type { AskedFilter } from '../stats/query/filter.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import type { Path, PathsStore } from './paths-store.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductApi, ProductCall, ProductEndpoint } from './product-api.ts';

interface GoatCounterApiDeps {
  readonly findBySiteKey: (siteKey: string) => Promise<Website | undefined>;
  readonly stats: Pick<StatsService, 'query'>;
  readonly paths: PathsStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Asked {
  readonly start?: string;
  readonly end?: string;
  readonly limit: number;
  readonly offset: number;
  readonly after: number;
  readonly include_paths: string;
  readonly exclude_paths: string;
  readonly daily?: string;
  readonly group?: string;
}

const WEEK_DAYS = 7;
const MOST_ROWS = 10_000;
/** Longer ranges have days only. */
const MOST_DAYS_OF_HOURS = 92;

const numbers = Joi.string()
  .allow('')
  .pattern(/^\d{1,10}(,\d{1,10})*$/, 'numbers of paths')
  .default('');
const asked = Joi.object<Asked>({
  start: Joi.date().iso().raw(),
  end: Joi.date().iso().raw(),
  limit: Joi.number().integer().min(1).max(200).default(20),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
  after: Joi.number().integer().min(0).max(2_147_483_647).default(0),
  include_paths: numbers,
  exclude_paths: numbers,
  daily: Joi.string(),
  group: Joi.string().valid('hour', 'day', 'week', 'month'),
});

/**
 * The day of a time that a client asks for. Who asks for whole days of UTC means the days: where the clock
 * of the website differs, they would touch two. An end at midnight is that of the day before.
 */
const dayOf = (text: string, isEnd: boolean, timezone: string): LocalDay => {
  const [, day, time = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+]00:?00))?$/.exec(text) ?? [];
  if (day === undefined) return localDay(timezone, Date.parse(text));
  if (time === '') return day;
  if (time === '00:00') return isEnd ? addDays(day, -1) : day;
  return isEnd && time.startsWith('23:') ? day : localDay(timezone, Date.parse(text));
};

const idsIn = (list: string): readonly number[] => (list === '' ? [] : list.split(',').map(Number));

/** GoatCounter's pages of statistics, by what they are split by. */
const PAGES: Readonly<Record<string, Dimension>> = {
  browsers: 'browser',
  systems: 'os',
  locations: 'country',
  languages: 'language',
  sizes: 'screen',
  campaigns: 'utm_campaign',
  toprefs: 'origin',
};

/** What the values of a page of statistics are split by in turn. */
const DETAILS: Readonly<Record<string, Dimension>> = {
  browsers: 'browser_version',
  systems: 'os_version',
  locations: 'region',
  sizes: 'screen',
  campaigns: 'utm_campaign',
  toprefs: 'page',
};

/** Widths of screens up to which GoatCounter counts them together. */
const SIZES: readonly (readonly [id: string, name: string, most: number])[] = [
  ['phone', 'Phones', 384],
  ['largephone', 'Large phones, small tablets', 1_024],
  ['tablet', 'Tablets and small laptops', 1_440],
  ['desktop', 'Computer monitors', 1_920],
  ['desktophd', 'Computer monitors larger than HD', Infinity],
];

const errorOf = (error: AppError) => {
  const status = error.kind === 'invalid' ? 400 : managementDialect.statusOf(error.kind);
  return { status, body: { error: error.details[0]?.message ?? error.message } };
};

interface Named {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** Screens by GoatCounter's names for their widths. */
const bySize = (rows: readonly { readonly value: string; readonly count: number }[]): readonly Named[] =>
  SIZES.map(([id, name, most], place) => {
    const least = SIZES[place - 1]?.[2] ?? 0;
    const count = rows.reduce((sum, row) => {
      const width = Number(row.value.split('x', 1)[0]);
      return width > least && width <= most ? sum + row.count : sum;
    }, 0);
    return { id, name, count };
  }).filter(({ count }) => count > 0);

/**
 * GoatCounter's interface for statistics. A visitor of a page or an event counts once a day, by the
 * website's clock, and so do the days of `start` and `end`.
 */
export const createGoatCounterApi = ({
  findBySiteKey,
  stats,
  paths,
  now,
}: GoatCounterApiDeps): ProductApi => {
  const siteOf = async ({ caller, siteKey }: ProductCall): Promise<Website> => {
    const website = await findBySiteKey(siteKey);
    if (website?.organisation !== caller.organisation) throw notFound('website');
    return website;
  };

  const rangeOf = ({ timezone }: Website, { start, end }: Asked): DateRange => {
    const to = end === undefined ? localDay(timezone, now()) : dayOf(end, true, timezone);
    if (start === undefined) return { to, from: addDays(to, -WEEK_DAYS) };
    const from = dayOf(start, false, timezone);
    return { from, to: to < from ? from : to };
  };

  /** Rows of all that is counted by some dimensions. */
  const rowsBy = async (
    { organisation, id }: Website,
    range: DateRange,
    dimensions: readonly GroupBy[],
    filters: readonly AskedFilter[] = [],
  ) => {
    const found: {
      readonly values: readonly string[];
      readonly title: string | null;
      readonly count: number;
    }[] = [];
    for (let page = 1; ; page += 1) {
      const { rows, total } = await stats.query(organisation, id, {
        metrics: ['visitors'],
        dimensions,
        filters,
        date_range: range,
        sort: [{ by: 'visitors', order: 'desc' }],
        per_page: MOST_ROWS,
        page,
      });
      for (const row of rows)
        found.push({
          values: dimensions.map((name) => row.dimensions[name] ?? ''),
          title: row.title,
          count: row.metrics.visitors ?? 0,
        });
      if (rows.length === 0 || page * MOST_ROWS >= total) return found;
    }
  };

  /** The paths that a question includes or leaves out, as filters of pages and of events. */
  const chosen = async (website: Website, { include_paths, exclude_paths }: Asked) => {
    const [include, exclude] = [idsIn(include_paths), idsIn(exclude_paths)];
    const known = await paths.find(website.id, [...include, ...exclude]);
    const filtersOf = (isEvent: boolean): readonly AskedFilter[] => {
      const dimension = isEvent ? 'event' : 'page';
      const texts = (ids: readonly number[]) =>
        known.filter((path) => path.isEvent === isEvent && ids.includes(path.id)).map(({ path }) => path);
      return [
        ...(include.length === 0 ? [] : [{ dimension, operator: 'is', values: texts(include) } as const]),
        ...(exclude.length === 0 ? [] : [{ dimension, operator: 'is_not', values: texts(exclude) } as const]),
      ];
    };
    return { ofPages: filtersOf(false), ofEvents: filtersOf(true) };
  };

  /** Visitors of each hour and day of a list of rows that begin with a time. */
  const seriesOf = (
    range: DateRange,
    rows: readonly { readonly values: readonly string[]; readonly count: number }[],
  ) => {
    const days = Array.from({ length: lengthInDays(range) }, (_, index) => ({
      day: addDays(range.from, index),
      hourly: Array<number>(24).fill(0),
      daily: 0,
    }));
    const byDay = new Map(days.map((each) => [each.day, each]));
    for (const { values, count } of rows) {
      const [label = ''] = values;
      const found = byDay.get(label.slice(0, 10));
      if (!found) continue;
      found.daily += count;
      const hour = label.includes('T') ? Number(label.slice(11, 13)) : 0;
      if (label.includes('T')) found.hourly[hour] = (found.hourly[hour] ?? 0) + count;
    }
    return days;
  };

  const stepOf = (range: DateRange): GroupBy =>
    lengthInDays(range) <= MOST_DAYS_OF_HOURS ? 'time:hour' : 'time:day';

  const total = async (call: ProductCall) => {
    const website = await siteOf(call);
    const fields = readFields(asked, call.query);
    const range = rangeOf(website, fields);
    const { ofPages, ofEvents } = await chosen(website, fields);
    const pages = await rowsBy(website, range, [stepOf(range), 'page'], ofPages);
    const events = await rowsBy(website, range, [stepOf(range), 'event'], ofEvents);
    const sum = (rows: readonly { readonly count: number }[]) =>
      rows.reduce((all, { count }) => all + count, 0);
    const visitors = sum(pages) + sum(events);
    return {
      total: visitors,
      total_events: sum(events),
      total_utc: visitors,
      stats: seriesOf(range, [...pages, ...events]),
    };
  };

  const hits = async (call: ProductCall) => {
    const website = await siteOf(call);
    const fields = readFields(asked, call.query);
    const range = rangeOf(website, fields);
    const { ofPages, ofEvents } = await chosen(website, fields);
    const counted = [
      ...(await rowsBy(website, range, ['page'], ofPages)).map((row) => ({ ...row, event: false })),
      ...(await rowsBy(website, range, ['event'], ofEvents)).map((row) => ({ ...row, event: true })),
    ].toSorted((a, b) => b.count - a.count);
    const shown = counted.slice(0, fields.limit);
    const ofKind = async (event: boolean) => {
      const dimension = event ? 'event' : 'page';
      const texts = shown.filter((row) => row.event === event).map(({ values: [text = ''] }) => text);
      const filter = { dimension, operator: 'is', values: texts } as const;
      const rows =
        texts.length === 0 ? [] : await rowsBy(website, range, [stepOf(range), dimension], [filter]);
      return { rows, ids: await paths.numbers(website.id, texts, event) };
    };
    const [pages, events] = [await ofKind(false), await ofKind(true)];
    const isDaily = fields.daily === 'true' || (fields.group ?? 'hour') !== 'hour';
    return {
      hits: shown.map(({ values: [path = ''], title, count, event }) => {
        const { rows, ids } = event ? events : pages;
        const series = seriesOf(
          range,
          rows.filter(({ values: [, text] }) => text === path),
        );
        const most = series.flatMap(({ daily, hourly }) => (isDaily ? [daily] : hourly));
        return {
          path,
          count,
          event,
          path_id: ids.get(path) ?? 0,
          title: title ?? '',
          max: Math.max(0, ...most),
          stats: series,
        };
      }),
      total: shown.reduce((all, { count }) => all + count, 0),
      more: counted.length > shown.length,
    };
  };

  const pageOf = <Item>(items: readonly Item[], { limit, offset }: Asked) => ({
    items: items.slice(offset, offset + limit),
    more: items.length > offset + limit,
  });

  const refs = async (call: ProductCall) => {
    const website = await siteOf(call);
    const fields = readFields(asked, call.query);
    const [path] = await paths.find(website.id, [Number(call.params['path'])].filter(Number.isSafeInteger));
    if (!path) throw notFound('path');
    const filter = {
      dimension: path.isEvent ? 'event' : 'page',
      operator: 'is',
      values: [path.path],
    } as const;
    const rows = await rowsBy(website, rangeOf(website, fields), ['origin'], [filter]);
    const { items, more } = pageOf(rows, fields);
    return {
      refs: items.map(({ values: [name = ''], count }) => ({
        name,
        count,
        ref_scheme: name === '' ? null : 'h',
      })),
      more,
    };
  };

  const named = (page: string, rows: Awaited<ReturnType<typeof rowsBy>>): readonly Named[] => {
    const values = rows.map(({ values: [value = ''], count }) => ({ value, count }));
    if (page === 'sizes') return bySize(values);
    return values.map(({ value, count }) => ({
      id: value,
      count,
      name: page === 'locations' ? countryName(value) : value,
    }));
  };

  const listOf = async (call: ProductCall, id?: string) => {
    const website = await siteOf(call);
    const fields = readFields(asked, call.query);
    const page = call.params['page'] ?? '';
    const dimension = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
    const detail = Object.hasOwn(DETAILS, page) ? DETAILS[page] : undefined;
    if (dimension === undefined || (id !== undefined && detail === undefined)) throw notFound('page');
    const { ofPages, ofEvents } = await chosen(website, fields);
    const filters = [
      ...(fields.include_paths + fields.exclude_paths === '' ? [] : ofPages.length > 0 ? ofPages : ofEvents),
      ...(id === undefined ? [] : [{ dimension, operator: 'is', values: [id] } as const]),
    ] as readonly AskedFilter[];
    const split = id === undefined ? dimension : (detail ?? dimension);
    const rows = await rowsBy(website, rangeOf(website, fields), [split], filters);
    const { items, more } = pageOf(id === undefined ? named(page, rows) : named('', rows), fields);
    return { stats: items, more };
  };

  const pathJson = ({ id, path, title, isEvent }: Path) => ({ id, path, title: title ?? '', event: isEvent });

  const get = (path: string, answer: (call: ProductCall) => Promise<unknown>): ProductEndpoint => ({
    method: 'get',
    path: `/api/v0/${path}`,
    scope: 'stats:read',
    answer: async (call) => answered(await answer(call)),
  });

  const siteJson = ({ id, siteKey, domain, createdAt }: Website) => ({
    id,
    code: siteKey,
    cname: domain,
    link_domain: domain,
    created_at: createdAt.toISOString(),
    first_hit_at: createdAt.toISOString(),
    state: 'a',
  });

  return {
    errorOf,
    endpoints: [
      get('me', async (call) => {
        const website = await siteOf(call);
        const { organisation, keyId } = call.caller;
        return {
          user: { id: 1, site_id: website.id, email: organisation, access: { all: 'r' } },
          token: { id: 1, name: keyId, permissions: ['stats'] },
        };
      }),
      get('sites', async (call) => ({ sites: [siteJson(await siteOf(call))] })),
      get('paths', async (call) => {
        const { id } = await siteOf(call);
        const { after, limit } = readFields(asked, call.query);
        const found = await paths.list(id, after, limit + 1);
        return { paths: found.slice(0, limit).map(pathJson), more: found.length > limit };
      }),
      get('stats/total', total),
      get('stats/hits', hits),
      get('stats/hits/:path', refs),
      get('stats/:page', (call) => listOf(call)),
      get('stats/:page/:id', (call) => listOf(call, call.params['id'] ?? '')),
    ],
  };
};
