import { invalid } from '@platform/errors';
import { createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { isCalendarTime } from '../keys/keys-schema.ts';
import { SERVICE_AREAS } from '../routing-table.ts';
import { monthOf } from './quotas.ts';
import type { Quotas } from './quotas.ts';
import type { QuotasStore, Usage, UsageCounts, UsageStore } from './usage-store.ts';

interface UsageQuery {
  from?: string;
  to?: string;
  key_id?: string;
}

const day = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/, 'a day')
  .custom((value: string, helpers) => (isCalendarTime(value) ? value : helpers.error('string.pattern.name')))
  .messages({ 'string.pattern.name': '{{#label}} must be a day such as 2026-11-22' });

const usageQuery = Joi.object<UsageQuery>({
  from: day.description('First day (UTC); the first of the month, if not given').example('2026-11-01'),
  to: day.description('Last day (UTC); today, if not given').example('2026-11-22'),
  key_id: Joi.string()
    .max(100)
    .description('Only what this key, or this member, has used; quotas are those of the organisation')
    .example('key_01h455vb4pex5vsknk084sn02q'),
});

const count = Joi.number().integer().min(0).required();
const counts = { requests: count, events: count, reports: count, exports: count };

const usageResponse = Joi.object({
  from: day.required(),
  to: day.required(),
  total: Joi.object(counts).required(),
  quotas: Joi.array()
    .items(
      Joi.object({
        unit: Joi.string().valid('requests', 'events', 'reports', 'exports').required(),
        quota: count.description('How much the organisation may use in a month'),
        used: count,
        month: Joi.string().required().example('2026-11'),
        reached: Joi.array()
          .items(Joi.object({ percent: count, at: Joi.string().isoDate().required() }))
          .required()
          .description('When 80 and 100 per cent were used'),
      }),
    )
    .required(),
  items: Joi.array()
    .items(
      Joi.object({
        day: day.required(),
        key_id: Joi.string().required(),
        area: Joi.string()
          .valid(...SERVICE_AREAS, 'gateway')
          .required(),
        ...counts,
      }),
    )
    .required(),
});

const TAG_DESCRIPTION = 'What your keys have used, and the quotas of your organisation.';

export interface UsageRouterDeps {
  store: UsageStore;
  /** Writes what this gateway has counted and not stored yet. */
  flush: () => Promise<void>;
  quotas: Pick<Quotas, 'of'>;
  /** The times at which shares of the quotas were used up. */
  quotaEvents: QuotasStore['events'];
  now?: () => Date;
}

const MAX_DAYS = 366;
const DAY_MILLISECONDS = 86_400_000;

const countsOf = ({ requests, events, reports, exports }: UsageCounts): UsageCounts => ({
  requests,
  events,
  reports,
  exports,
});

const usageJson = (usage: Usage): Record<string, unknown> => ({
  day: usage.day,
  key_id: usage.keyId,
  area: usage.area,
  ...countsOf(usage),
});

const sumOf = (usages: readonly Usage[]): UsageCounts =>
  usages.reduce(
    (sum, usage) => ({
      requests: sum.requests + usage.requests,
      events: sum.events + usage.events,
      reports: sum.reports + usage.reports,
      exports: sum.exports + usage.exports,
    }),
    { requests: 0, events: 0, reports: 0, exports: 0 },
  );

const readSpan = ({ from, to }: UsageQuery, today: string): { from: string; to: string } => {
  const last = to ?? today;
  const first = from ?? `${last.slice(0, 7)}-01`;
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MILLISECONDS + 1;
  if (days < 1) throw invalid([{ field: 'to', message: 'to must not be before from' }]);
  if (days > MAX_DAYS)
    throw invalid([{ field: 'from', message: `from must be at most ${MAX_DAYS} days before to` }]);
  return { from: first, to: last };
};

/** `/v1/usage`: what an organisation's keys have used. */
export const createUsageRouter = (deps: UsageRouterDeps): ApiRouter => {
  const { store, flush, quotas, quotaEvents, now = () => new Date() } = deps;
  return createRouter(envelopeDialect, { name: 'Usage', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/usage',
      summary: 'Show what the API keys have used',
      description:
        'Requests with a key, and the events, reports and exports they made, by day (UTC), key and area. Other ' +
        "gateways' latest 5 seconds may be missing. `events` are those that servers send; those of the tracker " +
        "need no key. `quotas` are this month's, and what was used of them: beyond one, requests that would use " +
        'more are 429 with the code `quota_exceeded`.',
      scope: 'usage:read',
      query: usageQuery,
      responses: { 200: { description: 'The usage', data: usageResponse } },
      async handler({ caller, query }) {
        const span = readSpan(query, now().toISOString().slice(0, 10));
        await flush();
        const usages = await store.list(caller.organisation, span.from, span.to, query.key_id);
        const month = monthOf(now());
        const events = await quotaEvents(caller.organisation, month);
        return ok({
          ...span,
          total: countsOf(sumOf(usages)),
          quotas: quotas.of(caller.organisation).map(({ unit, quota, used }) => ({
            unit,
            quota,
            used,
            month: month.slice(0, 7),
            reached: events
              .filter((event) => event.unit === unit)
              .map(({ percent, at }) => ({ percent, at: at.toISOString() })),
          })),
          items: usages.map(usageJson),
        });
      },
    }),
  ]);
};
