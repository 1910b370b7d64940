import { createRouter, endpoint, managementDialect, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { INTERVALS } from '../calendar/date-range.ts';
import { date } from '../stats/question-schema.ts';
import type { OverviewService, WebsiteOverview, OverviewQuery } from './overview-service.ts';
import { OVERVIEW_METRICS } from './overview-store.ts';

const overviewQuerySchema = Joi.object<OverviewQuery>({
  from: date,
  to: date,
  search: Joi.string().allow('').max(500).description('Part of the domain'),
  sort_by: Joi.string()
    .valid(...OVERVIEW_METRICS, 'domain', 'id')
    .default('visitors'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(25),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
});

const count = Joi.number().integer().required();

const overviewAnswerSchema = Joi.object({
  id: count,
  domain: Joi.string().required(),
  stats_url: Joi.string().required(),
  timezone: Joi.string().required(),
  privacy: Joi.number().valid(0, 1, 2).required(),
  created_at: Joi.string().isoDate().required(),
  date_range: Joi.object({ from: Joi.string().required(), to: Joi.string().required() }).required(),
  visitors: count,
  visits: count,
  pageviews: count,
  change: Joi.number()
    .allow(null)
    .required()
    .description(
      'Change in visitors from the same number of days before: 0.5 for half as many again; null if there were none',
    ),
  change_of_whole_days: Joi.number()
    .allow(null)
    .required()
    .description(
      'The same without the day that has not ended, and as many days before; null if there were no visitors then, or no day has ended',
    ),
  visitors_now: count.description('Visitors in the last five minutes'),
  interval: Joi.string()
    .valid(...INTERVALS)
    .required()
    .description('What each number of the sparkline stands for'),
  sparkline: Joi.array()
    .items(Joi.number().integer())
    .required()
    .description('Visitors in chronological order'),
}).meta({ component: 'WebsiteOverview' });

/** `/api/v1/stats`: all websites of an organisation side by side. */
export const createOverviewRouter = (overview: OverviewService, publicUrl: string): ApiRouter => {
  const toJson = (item: WebsiteOverview) => ({
    id: item.website.id,
    domain: item.website.domain,
    stats_url: `${publicUrl}/s/${item.website.siteKey}`,
    timezone: item.website.timezone,
    privacy: item.website.privacy,
    created_at: item.website.createdAt.toISOString(),
    date_range: item.range,
    visitors: item.visitors,
    visits: item.visits,
    pageviews: item.pageviews,
    change: item.change,
    change_of_whole_days: item.changeOfWholeDays,
    visitors_now: item.visitorsNow,
    interval: item.interval,
    sparkline: item.sparkline,
  });
  return createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'GET',
      path: '/stats',
      operationId: 'stats.overview',
      summary: 'Count all websites side by side',
      description:
        'For the days `from` to `to` in each website’s own time zone, by default the last 30. The most visited come first.',
      scope: 'stats:read',
      query: overviewQuerySchema,
      responses: { 200: { description: 'A page of websites', kind: 'page', data: overviewAnswerSchema } },
      handler: async ({ caller, query }) => {
        const found = await overview.list(caller.organisation, query);
        return page({ ...found, items: found.items.map(toJson) });
      },
    }),
  ]);
};
