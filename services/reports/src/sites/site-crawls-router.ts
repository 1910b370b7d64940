import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  negotiateLanguage,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';

import { FOLLOWING } from '../schedules/schedule.ts';
import { presentChanges, presentCrawl, presentSchedule } from './site-json.ts';
import { SITES_TAG } from './site.ts';
import { SITE_COST } from './sites-router.ts';
import {
  crawlAnswerSchema,
  listSitesSchema,
  putScheduleSchema,
  siteChangesAnswerSchema,
  siteChangesSchema,
  siteScheduleAnswerSchema,
} from './sites-schema.ts';
import type { SitesService } from './sites-service.ts';

export interface SiteCrawlsRouterDeps {
  sites: Pick<
    SitesService,
    'crawlAgain' | 'start' | 'show' | 'crawls' | 'changes' | 'schedule' | 'putSchedule' | 'removeSchedule'
  >;
  /** Gets the e-mails for schedules without recipients. */
  ownerEmail: string | undefined;
}

/** `/api/v1/sites/{id}/crawls`, `/changes` and `/schedule`: a site over time. */
export const createSiteCrawlsRouter = ({ sites, ownerEmail }: SiteCrawlsRouterDeps): ApiRouter => {
  const params = { id: integerId('site') };
  const versioned = {
    // One that was deleted is another version, too.
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: number } }) => {
      const { schedule } = await sites.show(caller.organisation, id);
      return schedule && presentSchedule(schedule, ownerEmail);
    },
    volatile: FOLLOWING,
    isLive: true,
  };

  return createRouter(managementDialect, SITES_TAG, [
    endpoint({
      method: 'GET',
      path: '/sites/:id/crawls',
      operationId: 'sites.crawls.list',
      summary: 'List the crawls of a site',
      description:
        'The newest first, with their scores. Pages and problems are kept of the last ten, of others the sums.',
      scope: 'reports:read',
      params,
      query: listSitesSchema,
      responses: { 200: { description: 'A page of crawls', kind: 'page', data: crawlAnswerSchema } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const found = await sites.crawls(caller.organisation, id, query);
        const items = found.crawls.map((crawl) => presentCrawl(id, crawl, language));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/sites/:id/crawls',
      operationId: 'sites.crawls.create',
      summary: 'Crawl a site again',
      description:
        'What the last complete crawl found is shown until this one is complete. 409 while one isn’t done.',
      scope: 'reports:write',
      params,
      cost: SITE_COST,
      errors: ['conflict'],
      responses: { 201: { description: 'The new crawl, which is pending', data: crawlAnswerSchema } },
      handler: async ({ caller, params: { id }, request, response }) => {
        const crawl = await sites.crawlAgain(caller.organisation, id);
        const shown = presentCrawl(id, crawl, negotiateLanguage(request, response));
        const answer = created(shown, `/api/v1/sites/${id}/crawls`);
        const afterCommit = async () => {
          await sites.start(crawl.id);
          return answer;
        };
        return { ...answer, afterCommit };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/changes',
      operationId: 'sites.changes',
      summary: 'Compare two crawls of a site',
      description:
        'New and mended broken links, pages that appeared, vanished, fail or whose score fell or rose by 5 points, and ' +
        'problems with another number of places: the last complete crawl and the one before, unless `to` and `from` ' +
        'name others. Each list has the first 100. 409 when there is no earlier crawl.',
      scope: 'reports:read',
      params,
      query: siteChangesSchema,
      errors: ['conflict'],
      responses: { 200: { description: 'What is different', data: siteChangesAnswerSchema } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        return ok(presentChanges(id, await sites.changes(caller.organisation, id, query), language));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/schedule',
      operationId: 'sites.schedule.show',
      summary: 'Show the schedule of a site',
      description: '404 when it has none.',
      scope: 'reports:read',
      params,
      versioned,
      responses: { 200: { description: 'The schedule', data: siteScheduleAnswerSchema } },
      handler: async ({ caller, params: { id } }) =>
        ok(presentSchedule(await sites.schedule(caller.organisation, id), ownerEmail)),
    }),
    endpoint({
      method: 'PUT',
      path: '/sites/:id/schedule',
      operationId: 'sites.schedule.update',
      summary: 'Have a site crawled regularly',
      description:
        'Makes the schedule, or changes the given fields. Without any: weekly, on Mondays at 6:00 UTC, with e-mails.',
      scope: 'reports:write',
      params,
      body: putScheduleSchema,
      versioned,
      responses: { 200: { description: 'The schedule as it is now', data: siteScheduleAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) =>
        ok(presentSchedule(await sites.putSchedule(caller.organisation, id, body), ownerEmail)),
    }),
    endpoint({
      method: 'DELETE',
      path: '/sites/:id/schedule',
      operationId: 'sites.schedule.delete',
      summary: 'Delete the schedule of a site',
      scope: 'reports:write',
      params,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await sites.removeSchedule(caller.organisation, id);
        return deleted(id, 'schedule');
      },
    }),
  ]);
};
