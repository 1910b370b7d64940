import type { AppError } from '@platform/errors';
import { managementDialect } from '@platform/http';
import Joi from 'joi';

import { lengthInDays } from '../calendar/date-range.ts';
import { addDays, startOfDay } from '../calendar/local-day.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Website } from '../websites/website.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductApi, ProductCall, ProductEndpoint } from './product-api.ts';
import {
  COMPARISONS,
  COUNTED,
  daysOf,
  dimensionOf,
  filtersOf,
  isInSpan,
  MOST_ROWS,
  rangeQuery,
  refuse,
  spanBefore,
  splitSpan,
  sumsOf,
  timeOf,
  unitOf,
} from './umami-questions.ts';
import type { RangeQuery } from './umami-questions.ts';
import { asQuestion, reportEndpoints, UTM } from './umami-reports.ts';
import type { UmamiReportsDeps } from './umami-reports.ts';
import { sessionEndpoints } from './umami-sessions.ts';
import type { UmamiSessionsDeps } from './umami-sessions.ts';
import { createUmamiWebsites, websiteJson } from './umami-websites.ts';
import type { UmamiWebsitesDeps } from './umami-websites.ts';

interface UmamiApiDeps
  extends UmamiWebsitesDeps, Omit<UmamiSessionsDeps, 'siteOf'>, Omit<UmamiReportsDeps, 'siteOf'> {
  readonly stats: Pick<StatsService, 'query' | 'live'>;
  /** The first moment with traffic, in milliseconds since 1970; undefined before any. */
  readonly firstTraffic: (website: Website) => Promise<number | undefined>;
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  429: 'too-many-requests',
};

const errorOf = (error: AppError) => {
  const status = error.kind === 'invalid' ? 400 : managementDialect.statusOf(error.kind);
  const message = error.details[0]?.message ?? error.message;
  return { status, body: { error: { code: CODES[status] ?? 'server-error', message, status } } };
};

const scope = 'stats:read';

const utmQuery = Joi.object<{ type: (typeof UTM)[number] }>({
  type: Joi.string()
    .valid(...UTM)
    .required(),
});

const breakdownQuery = Joi.object<{ fields: string }>({ fields: Joi.string().max(200).required() });

/** Single events are read from their rows. */
const MOST_DAYS_OF_EVENTS = 31;

/**
 * Umami's interface for statistics and websites, as versions 2 and 3 have it. Ids are site keys; the id or
 * the domain of a website stands for it as well. Figures are of the hours that a span of up to 92 days touches, those by a dimension of its whole days, by the
 * website's clock.
 */
export const createUmamiApi = (deps: UmamiApiDeps): ProductApi => {
  const { stats, reports, questions, importedDays, firstTraffic, now } = deps;
  const websitesApi = createUmamiWebsites(deps);
  const { siteOf } = websitesApi;

  /** Asks about the days of a question. */
  const ask = async (
    call: ProductCall,
    metrics: readonly Metric[],
    dimensions: readonly GroupBy[],
    more: Partial<StatsQueryBody> = {},
  ) => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const { segment } = asked;
    const { filters = [], ...rest } = more;
    const answer = await stats.query(website.organisation, website.id, {
      metrics,
      dimensions,
      filters: [...filtersOf(call.query), ...filters],
      ...(segment === undefined ? {} : { segment }),
      date_range: daysOf(asked, website),
      per_page: MOST_ROWS,
      page: 1,
      ...rest,
    });
    return { website, asked, answer };
  };

  /** The sums of exactly a span, and those before. Imported days are counted whole. */
  const sumsOfSpan = async (call: ProductCall, span: Pick<RangeQuery, 'startAt' | 'endAt'>) => {
    const website = await siteOf(call);
    const { id, timezone } = website;
    const { segment } = readFields(rangeQuery, call.query);
    const imported = await importedDays(website);
    const { whole, parts } = splitSpan(span, website, now(), (day) =>
      imported.some(({ from, to }) => from <= day && day <= to),
    );
    const answer = whole && (await ask(call, COUNTED, [], { date_range: whole })).answer;
    const sums = sumsOf(answer?.rows[0]?.metrics ?? {});
    const filter = await questions.filter({ id, timezone }, { filters: filtersOf(call.query), segment });
    for (const { span: part, begunOnly } of parts) {
      const more = await reports.sums({ site: { id, timezone }, span: part, filter }, begunOnly);
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += more[name];
    }
    return sums;
  };

  const statsOf = async (call: ProductCall) => {
    const { compare = 'prev', ...asked } = readFields(rangeQuery, call.query);
    // Refuses a span that ends before it begins.
    daysOf(asked, await siteOf(call));
    return {
      now: await sumsOfSpan(call, asked),
      before: await sumsOfSpan(call, spanBefore(asked, compare)),
    };
  };

  const pageviews = async (call: ProductCall) => {
    const { compare, ...asked } = readFields(rangeQuery, call.query);
    const time = `time:${unitOf(asked)}` as const;
    const { answer, website } = await ask(
      call,
      ['pageviews', 'visits'],
      [time],
      compare === undefined ? {} : { compare: COMPARISONS[compare] },
    );
    const rows = answer.rows.filter(
      ({ dimensions }) => time !== 'time:hour' || isInSpan(dimensions[time] ?? '', asked),
    );
    const series = (metric: 'pageviews' | 'visits', of: 'metrics' | 'comparison') =>
      rows.map((row) => ({
        x: timeOf(row.dimensions[time] ?? '', website),
        y: row[of]?.[metric] ?? 0,
      }));
    return {
      pageviews: series('pageviews', 'metrics'),
      sessions: series('visits', 'metrics'),
      startDate: new Date(asked.startAt).toISOString(),
      endDate: new Date(asked.endAt).toISOString(),
      ...(compare === undefined || answer.comparisonRange === undefined
        ? {}
        : {
            compare: {
              pageviews: series('pageviews', 'comparison'),
              sessions: series('visits', 'comparison'),
              startDate: new Date(startOfDay(website.timezone, answer.comparisonRange.from)).toISOString(),
              endDate: new Date(
                startOfDay(website.timezone, addDays(answer.comparisonRange.to, 1)) - 1,
              ).toISOString(),
            },
          }),
    };
  };

  /** The values of a dimension, those with the most visitors (of events, the most of them) first. */
  const metricsOf = async (call: ProductCall, metrics: readonly Metric[]) => {
    const { type, limit, offset, search } = readFields(rangeQuery, call.query);
    const dimension = dimensionOf(type);
    const by: Metric = dimension === 'event' ? 'events' : 'visitors';
    const { answer } = await ask(call, [...new Set([by, ...metrics])], [dimension], {
      sort: [{ by, order: 'desc' }],
      filters: search === '' ? [] : [{ dimension, operator: 'contains', values: [search] }],
    });
    return answer.rows
      .map((row) => ({ value: row.dimensions[dimension] ?? '', by: row.metrics[by] ?? 0, row }))
      .slice(offset, offset + limit);
  };

  /** Visitors by weekday (Sunday first) and hour of the website's clock. */
  const weekly = async (call: ProductCall): Promise<number[][]> => {
    const { answer, asked } = await ask(call, ['visitors'], ['time:hour']);
    const sums = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
    for (const { dimensions, metrics } of answer.rows) {
      const label = dimensions['time:hour'] ?? '';
      if (!isInSpan(label, asked)) continue;
      const day = sums[new Date(`${label.slice(0, 10)}T00:00:00Z`).getUTCDay()];
      const hour = Number(label.slice(11, 13));
      if (day) day[hour] = (day[hour] ?? 0) + (metrics.visitors ?? 0);
    }
    return sums;
  };

  /** Counts of the sessions of a span: exactly of a month at most, else of its days. */
  const sessionStats = async (call: ProductCall) => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const { id, timezone } = website;
    const { parts } = splitSpan(asked, website, now(), () => false);
    const value = (count: number | null | undefined) => ({ value: count ?? 0 });
    if (parts.length > 0 && lengthInDays(daysOf(asked, website)) <= MOST_DAYS_OF_EVENTS) {
      const { segment } = asked;
      const filter = await questions.filter({ id, timezone }, { filters: filtersOf(call.query), segment });
      const span = { start: asked.startAt, end: asked.endAt + 1 };
      const sums = await reports.sums({ site: { id, timezone }, span, filter }, false);
      return Object.fromEntries(
        (['pageviews', 'visitors', 'visits', 'countries', 'events'] as const).map((name) => [
          name,
          value(sums[name]),
        ]),
      );
    }
    const { answer } = await ask(call, ['pageviews', 'visitors', 'visits', 'events'], []);
    const { answer: countries } = await ask(call, ['visits'], ['country']);
    const { pageviews: views, visitors, visits: count, events: all } = answer.rows[0]?.metrics ?? {};
    return {
      pageviews: value(views),
      visitors: value(visitors),
      visits: value(count),
      countries: value(countries.rows.filter(({ dimensions }) => dimensions['country'] !== '').length),
      events: value(all),
    };
  };

  const get = (path: string, answer: (call: ProductCall) => Promise<unknown>): ProductEndpoint => ({
    method: 'get',
    path,
    scope,
    answer: async (call) => answered(await answer(call)),
  });
  const post: typeof get = (path, answer) => ({ ...get(path, answer), method: 'post' });

  const rowsBy = async (call: ProductCall, fields: readonly string[], rows: number) => {
    const dimensions = fields.map((field) => dimensionOf(field));
    const { answer } = await ask(call, COUNTED, dimensions, {
      sort: (['visitors', 'pageviews'] as const).map((by) => ({ by, order: 'desc' })),
      per_page: rows,
    });
    return answer.rows.map(({ metrics, dimensions: values }) => ({
      values: dimensions.map((dimension) => values[dimension] ?? ''),
      sums: sumsOf(metrics),
    }));
  };

  /** A visit has one campaign, whose parameters its first view carries. */
  const utmOf = async (call: ProductCall, type: (typeof UTM)[number]) => {
    const field = type.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());
    return (await rowsBy(call, [field], 50))
      .map(({ values: [utm = ''], sums }) => ({ utm, views: sums.visits }))
      .filter(({ utm, views }) => utm !== '' && views > 0);
  };

  const utm = async (call: ProductCall) =>
    Object.fromEntries(await Promise.all(UTM.map(async (type) => [type, await utmOf(call, type)] as const)));

  const breakdown = async (call: ProductCall) => {
    const fields = readFields(breakdownQuery, call.query).fields.split(',');
    if (fields.length > 3) throw refuse('fields', 'must be at most three');
    return (await rowsBy(call, fields, 500)).map(({ values, sums: { pageviews: views, ...sums } }) => ({
      views,
      ...sums,
      ...Object.fromEntries(fields.map((field, index) => [field, values[index] ?? ''])),
    }));
  };

  const realtime = async (call: ProductCall) => {
    const { organisation, id } = await siteOf(call);
    const live = await stats.live(organisation, id);
    const byValue = (rows: typeof live.pages) =>
      Object.fromEntries(rows.map(({ value, visitors }) => [value, visitors]));
    const minute = Math.floor(now() / 60_000) * 60_000;
    const views = live.perMinute.map((y, index) => ({
      x: new Date(minute - (live.perMinute.length - 1 - index) * 60_000).toISOString(),
      y,
    }));
    return {
      urls: byValue(live.pages),
      referrers: byValue(live.referrers),
      countries: byValue(live.countries),
      events: [],
      series: { views, visitors: [] },
      totals: {
        views: live.pageviews30,
        visitors: live.visitors30,
        events: 0,
        countries: live.countries.length,
      },
      timestamp: now(),
    };
  };

  const reading = (base: string): readonly ProductEndpoint[] => [
    get(`${base}/websites`, websitesApi.list),
    get(`${base}/me/websites`, websitesApi.list),
    get(`${base}/websites/:website`, async (call) => websiteJson(await siteOf(call))),
    get(`${base}/websites/:website/active`, async (call) => {
      const { organisation, id } = await siteOf(call);
      const { visitors5 } = await stats.live(organisation, id);
      // `x` was its name until version 2.
      return { visitors: visitors5, x: visitors5 };
    }),
    get(`${base}/realtime/:website`, realtime),
    get(`${base}/websites/:website/daterange`, async (call) => {
      const website = await siteOf(call);
      const startDate = new Date((await firstTraffic(website)) ?? website.createdAt).toISOString();
      const endDate = new Date(now()).toISOString();
      return { startDate, endDate, mindate: startDate, maxdate: endDate };
    }),
    get(`${base}/websites/:website/pageviews`, pageviews),
    get(`${base}/websites/:website/metrics`, async (call) =>
      (await metricsOf(call, [])).map(({ value, by }) => ({ x: value, y: by })),
    ),
    get(`${base}/websites/:website/metrics/expanded`, async (call) =>
      (await metricsOf(call, COUNTED)).map(({ value, row }) => ({ name: value, ...sumsOf(row.metrics) })),
    ),
    get(`${base}/websites/:website/values`, async (call) =>
      (await metricsOf(call, [])).filter(({ value }) => value !== '').map(({ value }) => ({ value })),
    ),
    get(`${base}/websites/:website/events/series`, async (call) => {
      const { unit, startAt, endAt, ...more } = readFields(rangeQuery, call.query);
      const time = `time:${unitOf({ ...more, startAt, endAt, ...(unit && { unit }) })}` as const;
      const { answer, website } = await ask(call, ['events'], [time, 'event'], {
        sort: [{ by: time, order: 'asc' }],
      });
      return answer.rows
        .filter(({ metrics }) => (metrics.events ?? 0) > 0)
        .map(({ dimensions, metrics }) => ({
          x: dimensions['event'] ?? '',
          t: timeOf(dimensions[time] ?? '', website),
          y: metrics.events,
        }));
    }),
    get(`${base}/websites/:website/events/stats`, async (call) => {
      const { answer } = await ask(call, ['events', 'visitors', 'visits'], ['event']);
      const { answer: whole } = await ask(call, ['events', 'visitors', 'visits'], [], {
        filters: [{ dimension: 'event', operator: 'is_not', values: [''] }],
      });
      const [row] = whole.rows;
      const data = {
        events: row?.metrics.events ?? 0,
        visitors: row?.metrics.visitors ?? 0,
        visits: row?.metrics.visits ?? 0,
        uniqueEvents: answer.rows.length,
      };
      return { data };
    }),
    get(`${base}/websites/:website/sessions/stats`, sessionStats),
    get(`${base}/websites/:website/sessions/weekly`, weekly),
    get(`${base}/websites/:website/utm/metrics`, async (call) =>
      utmOf(call, readFields(utmQuery, call.query).type),
    ),
    get(`${base}/websites/:website/breakdown`, breakdown),
    post(`${base}/reports/utm`, async (call) => utm(asQuestion(call))),
    post(`${base}/reports/breakdown`, async (call) => breakdown(asQuestion(call))),
    ...reportEndpoints(base, { ...deps, siteOf }),
    ...sessionEndpoints(base, get, { ...deps, siteOf }),
  ];

  const me = ({ caller: { organisation, keyId } }: ProductCall) =>
    Promise.resolve({
      user: { id: organisation, username: organisation, role: 'user', isAdmin: false },
      authType: 'api-key',
      apiKey: { id: keyId, name: keyId },
    });

  return {
    errorOf,
    endpoints: [
      get('/api/me', me),
      get('/api/auth/verify', me),
      post('/api/auth/verify', me),
      ...reading('/api'),
      get('/api/websites/:website/stats', async (call) => {
        const { now: sums, before } = await statsOf(call);
        return { ...sums, comparison: before };
      }),
      ...reading('/umami2/api'),
      get('/umami2/api/websites/:website/stats', async (call) => {
        const { now: sums, before } = await statsOf(call);
        return Object.fromEntries(
          Object.entries(sums).map(([name, value]) => [
            name,
            { value, prev: before[name as keyof typeof before] },
          ]),
        );
      }),
      ...websitesApi.writing,
    ],
  };
};
