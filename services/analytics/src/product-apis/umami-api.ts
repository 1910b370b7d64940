import { invalid } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect } from '@platform/http';

import { addDays, startOfDay } from '../calendar/local-day.ts';
import type { GroupBy } from '../dimensions/dimension-names.ts';
import type { Metric } from '../metrics/metric-values.ts';
import type { StatsQueryBody } from '../stats/stats-schema.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { VisitsService } from '../visits/visits-service.ts';
import type { Website } from '../websites/website.ts';
import type { LatestEventsStore } from './single-events-store.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductApi, ProductCall, ProductEndpoint } from './product-api.ts';
import { eventDataEndpoints } from './umami-event-data.ts';
import type { UmamiEventDataDeps } from './umami-event-data.ts';
import {
  COMPARISONS,
  COUNTED,
  daysOf,
  dimensionOf,
  filtersOf,
  HOUR,
  isInSpan,
  isPartly,
  MOST_ROWS,
  rangeQuery,
  sumsOf,
  timeOf,
  unitOf,
} from './umami-questions.ts';
import type { RangeQuery } from './umami-questions.ts';
import { createUmamiWebsites, eventJson, visitJson, websiteJson } from './umami-websites.ts';
import type { UmamiWebsitesDeps } from './umami-websites.ts';

interface UmamiApiDeps extends UmamiWebsitesDeps, Omit<UmamiEventDataDeps, 'siteOf'> {
  readonly stats: Pick<StatsService, 'query' | 'live'>;
  readonly visits: VisitsService;
  readonly events: LatestEventsStore;
  /** The first moment with traffic, in milliseconds since 1970; undefined before any. */
  readonly firstTraffic: (website: Website) => Promise<number | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
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

/** Single events are read from their rows, and counted up to `MOST_ROWS`. */
const MOST_DAYS_OF_EVENTS = 31;

/**
 * Umami's interface for statistics and websites, as versions 2 and 3 have it. Ids are site keys; the id or
 * the domain of a website stands for it as well. Figures are of the hours that a span of up to 92 days touches, those by a dimension of its whole days, by the
 * website's clock.
 */
export const createUmamiApi = (deps: UmamiApiDeps): ProductApi => {
  const { stats, visits, events, questions, firstTraffic, now } = deps;
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

  /** The sums of the hours that a span touches. */
  const sumsOfHours = async (call: ProductCall, span: Pick<RangeQuery, 'startAt' | 'endAt'>) => {
    const query = { ...call.query, startAt: String(span.startAt), endAt: String(span.endAt) };
    const { answer } = await ask({ ...call, query }, COUNTED, ['time:hour']);
    const sums = sumsOf({});
    for (const { dimensions, metrics } of answer.rows)
      if (isInSpan(dimensions['time:hour'] ?? '', span)) {
        const hour = sumsOf(metrics);
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += hour[name];
      }
    return sums;
  };

  const statsOf = async (call: ProductCall) => {
    const asked = readFields(rangeQuery, call.query);
    const { compare = 'prev', startAt, endAt } = asked;
    if (isPartly(asked, await siteOf(call), now())) {
      const back = compare === 'prev' ? endAt - startAt : 365 * 24 * HOUR;
      return {
        now: await sumsOfHours(call, { startAt, endAt }),
        before: await sumsOfHours(call, { startAt: startAt - back, endAt: endAt - back - 1 }),
      };
    }
    const { answer } = await ask(call, COUNTED, [], { compare: COMPARISONS[compare] });
    const [row] = answer.rows;
    return { now: sumsOf(row?.metrics ?? {}), before: sumsOf(row?.comparison ?? {}) };
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

  const sessionsOf = async (call: ProductCall) => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const { from, to } = daysOf(asked, website);
    const { page, pageSize, segment } = asked;
    const filters = filtersOf(call.query);
    const question = { from, to, filters, ...(segment === undefined ? {} : { segment }) };
    const found = await visits.list(website.organisation, website.id, {
      ...question,
      page,
      per_page: pageSize,
    });
    const data = found.visits.map((visit) => visitJson(visit, website));
    return { data, count: found.total, page, pageSize };
  };

  const eventsOf = async (call: ProductCall) => {
    const { id, timezone, siteKey, domain } = await siteOf(call);
    const site = { id, timezone };
    const { startAt, endAt, page, pageSize, segment } = readFields(rangeQuery, call.query);
    if (endAt < startAt || endAt - startAt > MOST_DAYS_OF_EVENTS * 24 * HOUR)
      throw invalid([
        { field: 'endAt', message: `endAt must be within ${MOST_DAYS_OF_EVENTS} days after startAt` },
      ]);
    const filter = await questions.filter(site, { filters: filtersOf(call.query), segment });
    const asked = { site, span: { start: startAt, end: endAt + 1 }, filter };
    const mostCounted = MOST_ROWS;
    const found = await events.list(asked, { limit: pageSize, offset: (page - 1) * pageSize, mostCounted });
    const data = found.events.map((event, index) =>
      eventJson(event, (page - 1) * pageSize + index, { siteKey, domain }),
    );
    const isCapped = found.total > mostCounted;
    return { data, count: Math.min(found.total, mostCounted), page, pageSize, isCapped };
  };

  /** Visitors by weekday (Sunday first) and hour of the website's clock. */
  const weekly = async (call: ProductCall): Promise<number[][]> => {
    const { answer } = await ask(call, ['visitors'], ['time:hour']);
    const sums = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
    for (const { dimensions, metrics } of answer.rows) {
      const label = dimensions['time:hour'] ?? '';
      const day = sums[new Date(`${label.slice(0, 10)}T00:00:00Z`).getUTCDay()];
      const hour = Number(label.slice(11, 13));
      if (day) day[hour] = (day[hour] ?? 0) + (metrics.visitors ?? 0);
    }
    return sums;
  };

  const get = (path: string, answer: (call: ProductCall) => Promise<unknown>): ProductEndpoint => ({
    method: 'get',
    path,
    scope,
    answer: async (call) => answered(await answer(call)),
  });

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
    get(`${base}/websites/:website/events`, eventsOf),
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
    get(`${base}/websites/:website/sessions`, sessionsOf),
    get(`${base}/websites/:website/sessions/stats`, async (call) => {
      const { answer } = await ask(call, ['pageviews', 'visitors', 'visits', 'events'], []);
      const { answer: countries } = await ask(call, ['visits'], ['country']);
      const metrics = answer.rows[0]?.metrics ?? {};
      const value = (metric: Metric) => ({ value: metrics[metric] ?? 0 });
      return {
        pageviews: value('pageviews'),
        visitors: value('visitors'),
        visits: value('visits'),
        countries: { value: countries.rows.filter(({ dimensions }) => dimensions['country'] !== '').length },
        events: value('events'),
      };
    }),
    get(`${base}/websites/:website/sessions/weekly`, weekly),
    ...eventDataEndpoints(base, get, { ...deps, siteOf }),
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
      { method: 'post', path: '/api/auth/verify', scope, answer: async (call) => answered(await me(call)) },
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
