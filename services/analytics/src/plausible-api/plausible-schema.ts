import Joi from 'joi';

const siteId = Joi.string().max(2_000).required().description('The website’s domain');

const list = Joi.string().max(500);

export interface SimpleQuery {
  readonly site_id: string;
  readonly period: string;
  readonly date?: string;
  readonly metrics: string;
  readonly filters?: string;
  readonly compare?: 'previous_period';
}

const simple = {
  site_id: siteId,
  period: Joi.string()
    .max(40)
    .default('30d')
    .description('day, 7d, 28d, 30d, 91d, month, 6mo, 12mo, year, all or custom'),
  date: Joi.string()
    .max(40)
    .description('The day that the period ends on; for custom: the first and last day, separated by a comma'),
  metrics: list.default('visitors').description('Separated by commas: visitors,bounce_rate'),
  filters: Joi.string().max(5_000).description('visit:source==Google;event:page==/blog/**|/docs'),
};

export const aggregateQuery = Joi.object<SimpleQuery>({
  ...simple,
  compare: Joi.string().valid('previous_period').description('Adds the change in percent'),
});

export interface TimeseriesQuery extends SimpleQuery {
  readonly interval?: 'hour' | 'day' | 'date' | 'week' | 'month';
}

export const timeseriesQuery = Joi.object<TimeseriesQuery>({
  ...simple,
  interval: Joi.string()
    .valid('hour', 'day', 'date', 'week', 'month')
    .description('Days unless told; hours of a single day, months of 6mo and 12mo'),
});

export interface BreakdownQuery extends SimpleQuery {
  readonly property: string;
  readonly limit: number;
  readonly page: number;
}

export const breakdownQuery = Joi.object<BreakdownQuery>({
  ...simple,
  property: Joi.string().max(200).required().description('event:page, visit:source, …'),
  limit: Joi.number().integer().min(1).max(1_000).default(100),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

export const realtimeQuery = Joi.object<{ site_id: string }>({ site_id: siteId });

export interface QueryBody {
  readonly site_id: string;
  readonly metrics: readonly string[];
  readonly date_range: string | readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: readonly unknown[];
  readonly order_by?: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly include: Readonly<Partial<Record<'imports' | 'time_labels' | 'total_rows', boolean>>>;
  readonly pagination: { readonly limit: number; readonly offset: number };
}

const text = Joi.string().max(200);

/** Plausible refuses what it doesn't know: it may change the meaning of the question. */
const knownOnly = <Value>(schema: Joi.ObjectSchema<Value>): Joi.ObjectSchema<Value> => {
  const { keys = {} } = schema.describe() as { readonly keys?: object };
  const names = Object.keys(keys);
  return schema
    .unknown()
    .custom((value: object, helper) => {
      const unknown = Object.keys(value).find((name) => !names.includes(name));
      return unknown === undefined ? value : helper.error('plausible.unknown', { unknown });
    })
    .messages({ 'plausible.unknown': `{{#label}} has no "{{#unknown}}". There are: ${names.join(', ')}` });
};

export const queryBody = knownOnly(
  Joi.object<QueryBody>({
    site_id: siteId,
    metrics: Joi.array().items(text).min(1).max(20).unique().required(),
    date_range: Joi.alternatives(text, Joi.array().items(text).length(2)).required(),
    dimensions: Joi.array().items(text).max(3).unique().default([]),
    filters: Joi.array().items(Joi.array().items(Joi.any())).max(50).default([]),
    order_by: Joi.array().items(Joi.array().items(text).length(2)).min(1).max(4),
    include: knownOnly(
      Joi.object({
        imports: Joi.boolean(),
        time_labels: Joi.boolean(),
        total_rows: Joi.boolean(),
      }),
    ).default({}),
    pagination: Joi.object({
      limit: Joi.number().integer().min(1).max(10_000).default(10_000),
      offset: Joi.number().integer().min(0).max(1_000_000).default(0),
    }).default({ limit: 10_000, offset: 0 }),
  }),
)
  .meta({ component: 'PlausibleQuery' })
  .example({
    site_id: 'shop.example',
    metrics: ['visitors', 'bounce_rate'],
    date_range: '7d',
    dimensions: ['visit:country'],
  });
