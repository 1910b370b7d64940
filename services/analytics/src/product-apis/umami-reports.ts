import { invalid } from '@platform/errors';
import Joi from 'joi';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import type { Questions } from '../stats/questions.ts';
import type { VitalsStore, SplitVitals, Percentiles } from '../vitals/vitals-store.ts';
import type { Website } from '../websites/website.ts';
import type { AskedEvents, SpanReportsStore, Step } from './single-events-store.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductCall, ProductEndpoint } from './product-api.ts';
import { daysOf, filtersOf, rangeQuery, refuse, spanBefore, timeOf, unitOf } from './umami-questions.ts';

export interface UmamiReportsDeps {
  readonly reports: SpanReportsStore;
  readonly vitals: Pick<VitalsStore, 'percentiles'>;
  readonly questions: Pick<Questions, 'filter'>;
  readonly importedDays: (website: Website) => Promise<readonly DateRange[]>;
  readonly siteOf: (call: ProductCall) => Promise<Website>;
}

/** Every event of the days is read: a year of them and a day. */
const MOST_DAYS = 367;

const stepSchema = Joi.object<Step>({
  type: Joi.string().valid('path', 'event').required(),
  value: Joi.string().max(1_024).required(),
  filters: Joi.array()
    .max(10)
    .items(
      Joi.object({
        property: Joi.string().max(100).required(),
        operator: Joi.string().valid('eq', 'neq', 'c', 'dnc').required(),
        value: Joi.string().max(500).required(),
      }),
    )
    .default([]),
});

const stepsQuery = Joi.object<{ steps: readonly Step[]; window: number }>({
  steps: Joi.array().items(stepSchema).min(2).max(8).required(),
  window: Joi.number().positive().max(100_000).required(),
});

const goalQuery = Joi.object<{ type: 'path' | 'event'; value: string }>({
  type: Joi.string().valid('path', 'event').required(),
  value: Joi.string().max(1_024).required(),
});

const journeyQuery = Joi.object<{ steps: number; startStep: string; endStep: string; eventType?: 1 | 2 }>({
  steps: Joi.number().integer().min(2).max(7).required(),
  startStep: Joi.string().max(1_024).allow('').default(''),
  endStep: Joi.string().max(1_024).allow('').default(''),
  eventType: Joi.number().valid(1, 2),
});

/** Umami’s names of campaigns’ parameters. */
export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

const attributionQuery = Joi.object<{
  model: 'first-click' | 'last-click';
  type: 'path' | 'event';
  step: string;
  currency: string;
}>({
  model: Joi.string().valid('first-click', 'last-click').required(),
  type: Joi.string().valid('path', 'event').required(),
  step: Joi.string().max(1_024).required(),
  currency: Joi.string().allow('').default(''),
});

const revenueQuery = Joi.object<{ currency: string }>({
  currency: Joi.string()
    .pattern(/^[a-z]{3}$/i)
    .uppercase()
    .required(),
});

const REVENUE_BY = {
  country: 'country',
  region: 'region',
  referrer: 'referrer',
  channel: 'channel',
} as const;

const revenueByQuery = Joi.object<{ type: keyof typeof REVENUE_BY }>({
  type: Joi.string()
    .valid(...Object.keys(REVENUE_BY))
    .required(),
});

const VITAL_BY = { path: 'page', device: 'device', browser: 'browser' } as const;

const vitalQuery = Joi.object<{ metric: 'lcp' | 'inp' | 'cls' | 'ttfb'; type: keyof typeof VITAL_BY }>({
  metric: Joi.string().valid('lcp', 'inp', 'cls', 'ttfb').default('lcp').messages({
    'any.only': '{{#label}} must be one of lcp, inp, cls, ttfb: fcp isn’t measured',
  }),
  type: Joi.string()
    .valid(...Object.keys(VITAL_BY))
    .default('path'),
});

const NOT_MEASURED: Percentiles = { p50: null, p75: null, p95: null };

/** What a text says in JSON; the text itself where it is none. */
const jsonOf = (text = ''): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Umami asks for one report in two ways: with parameters in a body, or in a query. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const reportBody = Joi.object<{ websiteId: string; parameters: object; filters: object }>({
  websiteId: Joi.string().max(100).required(),
  parameters: Joi.object().unknown().required(),
  filters: Joi.object().unknown().default({}),
});

/** A report that a body asks for as a question. @throws AppError `invalid` */
export const asQuestion = (call: ProductCall): ProductCall => {
  const { websiteId, parameters, filters } = readFields(reportBody, call.body);
  const query = Object.fromEntries(
    Object.entries({ ...filters, ...parameters })
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [
        name,
        Array.isArray(value) && name === 'fields' ? value.join(',') : textOf(value),
      ]),
  );
  return { ...call, params: { ...call.params, website: websiteId }, query };
};

/** Answers Umami's reports, as far as there is data for them, and says why there is none for others. */
export const reportEndpoints = (
  base: string,
  { reports, vitals, questions, importedDays, siteOf }: UmamiReportsDeps,
): readonly ProductEndpoint[] => {
  const scope = 'stats:read';

  const askedOf = async (call: ProductCall): Promise<AskedEvents & { readonly website: Website }> => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const range = daysOf(asked, website);
    if (lengthInDays(range) > MOST_DAYS)
      throw refuse('endAt', `must be within ${MOST_DAYS} days after startAt`);
    const imported = (await importedDays(website)).find(
      ({ from, to }) => from <= range.to && to >= range.from,
    );
    if (imported !== undefined)
      throw refuse(
        'startAt',
        `can’t be: the days ${imported.from} to ${imported.to} were imported and have sums only, no single events`,
      );
    const site = { id: website.id, timezone: website.timezone };
    const { segment } = asked;
    const filter = await questions.filter(site, { filters: filtersOf(call.query), segment });
    return { website, site, filter, span: { start: asked.startAt, end: asked.endAt + 1 } };
  };

  const goal = async (call: ProductCall) => {
    const { type, value } = readFields(goalQuery, call.query);
    return reports.goal(await askedOf(call), { type, value, filters: [] });
  };

  const funnel = async (call: ProductCall) => {
    const { steps, window } = readFields(stepsQuery, { ...call.query, steps: jsonOf(call.query['steps']) });
    const counts = await reports.funnel(await askedOf(call), steps, window);
    return steps.map((step, index) => {
      const [visitors = 0, previous = 0] = [counts[index], counts[index - 1]];
      return {
        ...step,
        visitors,
        previous,
        dropped: Math.max(0, previous - visitors),
        dropoff: index === 0 || previous === 0 ? null : 1 - visitors / previous,
        remaining: counts[0] ? visitors / counts[0] : 0,
      };
    });
  };

  const journeys = async (call: ProductCall) => {
    const { steps: length, startStep, endStep, eventType } = readFields(journeyQuery, call.query);
    const asked = await askedOf(call);
    const ofKind = { dimension: 'event', operator: eventType === 1 ? 'is' : 'is_not', values: [''] } as const;
    const filter = eventType === undefined ? asked.filter : { and: [asked.filter, ofKind] };
    const found = await reports.journeys(
      { ...asked, filter },
      {
        length,
        ...(startStep === '' ? {} : { first: startStep }),
        ...(endStep === '' ? {} : { last: endStep }),
      },
    );
    return found.map(({ items, count }) => ({
      // As Umami has them: without repetitions, and null where the way ends.
      items: [...items.filter((item, index) => item !== items[index - 1]), null],
      count,
    }));
  };

  const attribution = async (call: ProductCall) => {
    const { model, type, step, currency } = readFields(attributionQuery, call.query);
    if (currency !== '') throw refuse('currency', 'can’t be: attribution counts visitors here, not revenue');
    const columns: readonly ColumnDimension[] = ['referrer', 'channel', ...UTM];
    const asked = await askedOf(call);
    const named = { type, value: step, filters: [] };
    const { rows, total } = await reports.attribution(
      asked,
      named,
      model === 'first-click' ? 'first' : 'last',
      columns,
    );
    const of = (dimension: string) =>
      rows
        .filter((row) => row.dimension === dimension)
        .slice(0, 20)
        .map(({ name, value }) => ({ name, value }));
    return {
      referrer: of('referrer'),
      // Which network an advertisement was of isn't stored; that it was one, and of which kind, is.
      paidAds: of('channel').filter(({ name }) => name.startsWith('Paid ')),
      ...Object.fromEntries(UTM.map((name) => [name, of(name)])),
      total,
    };
  };

  const earningsOf = async (asked: AskedEvents, currency: string) => {
    const { sum, count, visitors } = await reports.earnings(asked, currency);
    const { visitors: all } = await reports.sums(asked, false);
    return {
      sum,
      count,
      unique_count: visitors,
      total_sessions: all,
      average: count === 0 ? 0 : sum / count,
      arpu: all === 0 ? 0 : sum / all,
    };
  };

  const revenueStats = async (call: ProductCall) => {
    const { currency } = readFields(revenueQuery, call.query);
    const { compare = 'prev', startAt, endAt } = readFields(rangeQuery, call.query);
    const before = spanBefore({ startAt, endAt }, compare);
    const { startDate: _, endDate: __, ...rest } = call.query;
    const query = { ...rest, startAt: String(before.startAt), endAt: String(before.endAt) };
    return {
      ...(await earningsOf(await askedOf(call), currency)),
      comparison: await earningsOf(await askedOf({ ...call, query }), currency),
    };
  };

  const revenueChart = async (call: ProductCall) => {
    const { currency } = readFields(revenueQuery, call.query);
    const unit = unitOf(readFields(rangeQuery, call.query));
    if (unit === 'minute' || unit === 'week') throw refuse('unit', 'must be hour, day, month or year');
    const asked = await askedOf(call);
    const rows = await reports.earningsBy(asked, currency, unit);
    const chart = rows.map(({ key, event, sum, count }) => ({
      x: event,
      t: timeOf(key, asked.website),
      y: sum,
      count,
    }));
    return { chart };
  };

  const revenueOf = async (call: ProductCall, type: keyof typeof REVENUE_BY) => {
    const { currency } = readFields(revenueQuery, call.query);
    const rows = await reports.earningsBy(await askedOf(call), currency, REVENUE_BY[type]);
    return rows.map(({ key, sum }) => ({ name: key, value: sum }));
  };

  const revenue = async (call: ProductCall) => {
    const of = async (type: keyof typeof REVENUE_BY) => [type, await revenueOf(call, type)] as const;
    const types = Object.keys(REVENUE_BY) as (keyof typeof REVENUE_BY)[];
    return {
      ...(await revenueChart(call)),
      total: await revenueStats(call),
      ...Object.fromEntries(await Promise.all(types.map(of))),
    };
  };

  const ofAll = (found: SplitVitals | undefined) => ({
    count: found?.count ?? 0,
    ...Object.fromEntries(
      ['lcp', 'inp', 'cls', 'fcp', 'ttfb'].map((id) => [id, found?.percentiles[id] ?? NOT_MEASURED]),
    ),
  });

  const performanceStats = async (call: ProductCall) =>
    ofAll((await vitals.percentiles(await askedOf(call), undefined))[0]);

  const performanceChart = async (call: ProductCall) => {
    const { metric } = readFields(vitalQuery, { ...call.query, type: 'path' });
    const unit = unitOf(readFields(rangeQuery, call.query));
    if (unit === 'minute' || unit === 'week') throw refuse('unit', 'must be hour, day, month or year');
    const asked = await askedOf(call);
    const rows = await vitals.percentiles(asked, unit);
    const chart = rows
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, percentiles }) => ({ t: timeOf(key, asked.website), ...percentiles[metric] }));
    return { chart };
  };

  const performanceBy = async (call: ProductCall, type?: keyof typeof VITAL_BY) => {
    const query = type === undefined ? call.query : { ...call.query, type };
    const { metric, type: by } = readFields(vitalQuery, query);
    const { limit } = readFields(rangeQuery, call.query);
    const rows = await vitals.percentiles(await askedOf(call), VITAL_BY[by]);
    return rows
      .slice(0, limit)
      .map(({ key, count, percentiles }) => ({ name: key, count, ...percentiles[metric] }));
  };

  const performance = async (call: ProductCall) => ({
    ...(await performanceChart(call)),
    summary: await performanceStats(call),
    pages: await performanceBy(call, 'path'),
    devices: await performanceBy(call, 'device'),
    browsers: await performanceBy(call, 'browser'),
  });

  const get = (path: string, answer: (call: ProductCall) => Promise<unknown>): ProductEndpoint => ({
    method: 'get',
    path: `${base}/websites/:website/${path}`,
    scope,
    answer: async (call) => answered(await answer(call)),
  });
  const post = (name: string, answer: (call: ProductCall) => Promise<unknown>): ProductEndpoint => ({
    method: 'post',
    path: `${base}/reports/${name}`,
    scope,
    answer: async (call) => answered(await answer(asQuestion(call))),
  });
  const never = (message: string) => (): Promise<never> =>
    Promise.reject(invalid([{ field: 'path', message }]));

  const retention = never(
    'Retention can’t be answered: a visitor is known for one day, as the secret behind the number is destroyed at night. Nobody can tell who came back on another day.',
  );
  const ofPeople = never(
    'Properties of sessions aren’t stored: “identify” is ignored, as nobody is recognised here. Those of events are at event-data.',
  );
  const recordings = never('Sessions aren’t recorded here, and there are no heat maps.');

  return [
    get('goals/stats', goal),
    get('funnels/stats', funnel),
    get('journeys', journeys),
    get('attribution', attribution),
    get('revenue/stats', revenueStats),
    get('revenue/chart', revenueChart),
    get('revenue/metrics', async (call) => revenueOf(call, readFields(revenueByQuery, call.query).type)),
    get('performance/stats', performanceStats),
    get('performance/chart', performanceChart),
    get('performance/metrics', performanceBy),
    get('retention', retention),
    get('sessions/:session/properties', ofPeople),
    get('session-data/:part', ofPeople),
    get('session-data-pivot', ofPeople),
    get('sessions/:session/replays', recordings),
    get('replays', recordings),
    get('replays/:replay', recordings),
    get('heatmaps', recordings),
    post('goal', goal),
    post('funnel', funnel),
    post('journey', journeys),
    post('attribution', attribution),
    post('revenue', revenue),
    post('performance', performance),
    post('retention', retention),
  ];
};
