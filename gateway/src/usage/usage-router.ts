import { invalid } from '@platform/errors';
import { createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { monthOf } from './quotas.ts';
import type { Quotas } from './quotas.ts';
import type { QuotasStore } from './quotas-store.ts';
import { usageQuery, usageResponse } from './usage-schema.ts';
import type { UsageQuery } from './usage-schema.ts';
import type { Usage, UsageCounts, UsageStore } from './usage-store.ts';

const TAG_DESCRIPTION = 'What your keys have used, and the quotas of your organisation.';

export interface UsageRouterDeps {
  store: UsageStore;
  /** Writes what this gateway has counted and not stored yet. */
  flush: () => Promise<void>;
  quotas: Pick<Quotas, 'of'>;
  /** When which share of the quotas was used up. */
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
