import { createRouter, endpoint, managementDialect, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { overviewAnswerSchema, overviewQuerySchema } from './overview-schema.ts';
import type { OverviewService } from './overview-service.ts';
import type { WebsiteOverview } from './overview.ts';

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
