import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  languageOf,
  managementDialect,
  negotiateLanguage,
  ok,
  page,
  sendFileInPieces,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';
import { changedPasswordHash, pageLinksEndpoints, passwordCost } from '@platform/page-access';
import type { PageLinks } from '@platform/page-access';
import type { Request, Response } from 'express';
import {
  pagesCsv,
  presentSite,
  presentSitePage,
  problemIn,
  problemsCsv,
  protectedSitePage,
  siteUrl,
} from './site-json.ts';
import type { SitePageService } from './site-page-router.ts';
import type { SiteClustersStore } from './site-problems-store.ts';
import { SITES_TAG } from './site.ts';
import type { TrackedSite } from './site.ts';
import {
  createSiteSchema,
  exportSiteSchema,
  filterSitesSchema,
  listSitesSchema,
  siteAnswerSchema,
  siteClusterAnswerSchema,
  sitePageAnswerSchema,
  sitePagesSchema,
  siteProblemAnswerSchema,
  siteProblemsSchema,
  updateSiteSchema,
} from './sites-schema.ts';
import type { SitesService } from './sites-service.ts';

interface SiteClustersRouterDeps {
  sites: Pick<SitesService, 'show'>;
  clusters: SiteClustersStore;
}

/** `/api/v1/sites/{id}/clusters` */
export const createSiteClustersRouter = ({ sites, clusters }: SiteClustersRouterDeps): ApiRouter =>
  createRouter(managementDialect, SITES_TAG, [
    endpoint({
      method: 'GET',
      path: '/sites/:id/clusters',
      operationId: 'sites.clusters',
      summary: 'List the canonical and language clusters of a site',
      description:
        'Pages that name one canonical address other than their own, and pages that declare the same language ' +
        'versions (hreflang). The largest first; while the crawl runs, those found so far.',
      scope: 'reports:read',
      params: { id: integerId('site') },
      query: listSitesSchema,
      responses: { 200: { description: 'A page of clusters', kind: 'page', data: siteClusterAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) => {
        const { site } = await sites.show(caller.organisation, id);
        const found = await clusters.list(site.shown.id, query.page, query.per_page);
        const items = found.clusters.map((cluster) => ({ ...cluster }));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
  ]);

export interface SitesRouterDeps {
  sites: SitesService;
  pages: Pick<SitePageService, 'pdf'>;
  links: PageLinks;
  /** Base of public addresses, without a trailing slash. */
  publicUrl: string;
  /** Gets the e-mails for schedules without recipients. */
  ownerEmail: string | undefined;
  now?: () => number;
}

/** Cost of crawling a site under the rate limits. */
export const SITE_COST = 50;
/** 30 days, in seconds. */
const LONGEST_LINK = 30 * 86_400;
const MOST_LINES = 10_000;
/** Milliseconds that a download waits for a client that reads nothing. */
const PATIENCE = 60_000;

/** Fields that crawls change, and the schedule, which has a version of its own. */
const AS_CRAWLED = {
  volatile: [
    'host',
    'score',
    'result',
    'score_before',
    'got_worse',
    'categories',
    'crawl_id',
    'shown_crawl_id',
    'schedule',
    'status',
    'error',
    'error_message',
    'progress',
    'started_at',
    'finished_at',
  ],
  isLive: true,
};

/** `/api/v1/sites` */
export const createSitesRouter = (deps: SitesRouterDeps): ApiRouter => {
  const { sites, pages, links, publicUrl, ownerEmail, now = Date.now } = deps;
  const params = { id: integerId('site') };
  const telling = { publicUrl, ownerEmail };
  const shownTo = (request: Request, response: Response, tracked: TrackedSite) =>
    presentSite(tracked, { ...telling, language: negotiateLanguage(request, response) });
  const versioned = {
    read: async ({
      caller,
      params: { id },
      request,
    }: {
      caller: Caller;
      params: { id: number };
      request: Request;
    }) =>
      presentSite(await sites.show(caller.organisation, id), { ...telling, language: languageOf(request) }),
    ...AS_CRAWLED,
  };
  const site = { description: 'The site', data: siteAnswerSchema };

  return createRouter(managementDialect, SITES_TAG, [
    endpoint({
      method: 'GET',
      path: '/sites',
      summary: 'List crawled sites',
      scope: 'reports:read',
      query: filterSitesSchema,
      responses: { 200: { description: 'A page of sites', kind: 'page', data: siteAnswerSchema } },
      handler: async ({ caller, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const found = await sites.list(caller.organisation, query);
        const items = found.sites.map((one) => presentSite(one, { ...telling, language }));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/sites',
      summary: 'Crawl a site, or visit a list of addresses',
      description:
        'Starts at `url` and follows links on the same host, politely and as robots.txt allows; sitemaps are read, too. ' +
        '`urls` visits those addresses instead and follows nothing.',
      scope: 'reports:write',
      body: createSiteSchema,
      bodyLimit: '3mb',
      cost: (body) => SITE_COST + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      versioned: AS_CRAWLED,
      responses: { 201: { description: 'The new site, which is pending', data: siteAnswerSchema } },
      handler: async ({ caller, body, request, response }, passwordHash) => {
        const tracked = await sites.create(caller.organisation, body, passwordHash);
        const answer = created(shownTo(request, response, tracked), `/api/v1/sites/${tracked.site.id}`);
        const afterCommit = async () => {
          await sites.start(tracked.site.id);
          return answer;
        };
        return { ...answer, afterCommit };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id',
      summary: 'Show a site and the progress of its crawl',
      scope: 'reports:read',
      params,
      versioned,
      responses: { 200: site },
      handler: async ({ caller, params: { id }, request, response }) =>
        ok(shownTo(request, response, await sites.show(caller.organisation, id))),
    }),
    endpoint({
      method: 'PUT',
      path: '/sites/:id',
      summary: 'Update a site',
      description: 'Who may see its page, and how it is crawled from the next time on.',
      scope: 'reports:write',
      params,
      body: updateSiteSchema,
      cost: (body) => 1 + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      versioned,
      responses: { 200: site },
      handler: async ({ caller, params: { id }, body, request, response }, passwordHash) =>
        ok(shownTo(request, response, await sites.update(caller.organisation, id, body, passwordHash))),
    }),
    endpoint({
      method: 'POST',
      path: '/sites/:id/cancel',
      operationId: 'sites.cancel',
      summary: 'End a crawl',
      description: 'What was found stays. A crawl that is done stays as it is.',
      scope: 'reports:write',
      params,
      responses: { 200: site },
      handler: async ({ caller, params: { id }, request, response }) =>
        ok(shownTo(request, response, await sites.cancel(caller.organisation, id))),
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/pages',
      operationId: 'sites.pages',
      summary: 'List the pages of a site',
      scope: 'reports:read',
      params,
      query: sitePagesSchema,
      responses: { 200: { description: 'A page of pages', kind: 'page', data: sitePageAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) => {
        const found = await sites.pages(caller.organisation, id, query);
        const items = found.pages.map(presentSitePage);
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/problems',
      operationId: 'sites.problems',
      summary: 'List the problems of a site',
      description: 'The most important first. While the first crawl runs, those found so far.',
      scope: 'reports:read',
      params,
      query: siteProblemsSchema,
      responses: { 200: { description: 'A page of problems', kind: 'page', data: siteProblemAnswerSchema } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const all = await sites.problems(caller.organisation, id, query.crawl);
        const start = (query.page - 1) * query.per_page;
        const items = all.slice(start, start + query.per_page).map((problem) => problemIn(language, problem));
        return page({ items, total: all.length, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/export',
      operationId: 'sites.export',
      summary: 'Download a site as CSV or PDF',
      description:
        'CSV: up to 10,000 pages, or up to 10,000 places of each problem. PDF: the site’s page; 409 before the first ' +
        'complete crawl, 503 where the service has no browser.',
      scope: 'reports:read',
      params,
      query: exportSiteSchema,
      errors: ['conflict'],
      responses: { 200: { description: 'The file', mediaTypes: ['text/csv', 'application/pdf'] } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const name = `site-${id}-${query.of}`;
        response.setHeader('Cache-Control', 'private, no-cache');
        if (query.format === 'pdf') {
          const language = negotiateLanguage(request, response);
          const content = await pages.pdf(caller.organisation, id, language);
          response.setHeader('Content-Type', 'application/pdf');
          response.setHeader('Content-Disposition', `attachment; filename="site-${id}.pdf"`);
          response.end(content);
          return undefined;
        }
        if (query.of === 'problems') {
          const language = negotiateLanguage(request, response);
          const places = await sites.places(caller.organisation, id, query.crawl);
          const file = {
            name: `${name}.csv`,
            mediaType: 'text/csv; charset=utf-8',
            cacheControl: 'private, no-cache',
            pieces: problemsCsv(places, language),
          };
          return sendFileInPieces(response, file, PATIENCE);
        }
        const found = await sites.pages(caller.organisation, id, {
          page: 1,
          per_page: MOST_LINES,
          sort_by: 'id',
          ...(query.crawl !== undefined && { crawl: query.crawl }),
        });
        response.setHeader('Content-Type', 'text/csv; charset=utf-8');
        response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
        response.end(pagesCsv(found.pages));
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/sites/:id',
      summary: 'Delete a site, its crawls and its schedule',
      scope: 'reports:write',
      params,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await sites.remove(caller.organisation, id);
        return deleted(id, 'site');
      },
    }),
    ...pageLinksEndpoints({
      links,
      subject: 'site',
      readScope: 'reports:read',
      writeScope: 'reports:write',
      longest: LONGEST_LINK,
      find: async (organisation, id) => {
        const { site: found } = await sites.show(organisation, id);
        return { page: protectedSitePage(found), url: siteUrl(publicUrl, found) };
      },
      now,
    }),
  ]);
};
