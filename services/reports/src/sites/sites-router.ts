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
  sendFileInPieces,
  toCsv,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Language } from '@platform/errors';

import { titleIn, titlesIn } from '../checks/translate-check.ts';
import { failureText } from '../runs/failure.ts';
import type { FailureCode } from '../runs/failure.ts';
import {
  siteAnswerSchema,
  sitePageAnswerSchema,
  siteProblemAnswerSchema,
  createSiteSchema,
  exportSiteSchema,
  listSitesSchema,
  sitePagesSchema,
  siteClusterAnswerSchema,
} from './sites-schema.ts';
import type { SitePage, SitePlace, TrackedSite } from './site.ts';
import type { SitesService } from './sites-service.ts';
import { SITES_TAG } from './site.ts';
import type { SiteClustersStore } from './site-problems-store.ts';

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
        await sites.show(caller.organisation, id);
        const found = await clusters.list(id, query.page, query.per_page);
        const items = found.clusters.map((cluster) => ({ ...cluster }));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
  ]);

const OWN_SENTENCES: Readonly<Record<string, string>> = {
  robots: 'The site’s robots.txt disallows the start address.',
  robots_unavailable: 'The site’s robots.txt can’t be read, so no page may be visited.',
};

const sentenceOf = (error: string | null): string | null =>
  error === null ? null : (OWN_SENTENCES[error] ?? failureText(error as FailureCode));

/** A site as the API shows it. */
const presentSite = ({ site, progress }: TrackedSite) => ({
  id: site.id,
  url: site.url,
  host: site.host,
  mode: site.follows ? 'crawl' : 'list',
  max_pages: site.maxPages,
  has_credentials: site.hasCredentials,
  status: site.status,
  error: site.error,
  error_message: sentenceOf(site.error),
  progress: {
    found: progress.found,
    done: progress.done,
    external_found: progress.externalFound,
    external_done: progress.externalDone,
  },
  created_at: site.createdAt.toISOString(),
  started_at: site.startedAt?.toISOString() ?? null,
  finished_at: site.finishedAt?.toISOString() ?? null,
});

/** A page of a site as the API shows it. */
const presentSitePage = (page: SitePage) => ({
  id: page.id,
  url: page.url,
  status: page.state,
  depth: page.depth,
  http_status: page.httpStatus,
  error: page.error,
  final_url: page.finalUrl,
  media_type: page.mediaType,
  title: page.title,
  description: page.description,
  canonical: page.canonical,
  words: page.words,
  indexable: page.isIndexable,
  in_sitemap: page.inSitemap,
  findings: page.findings,
  fetched_at: page.fetchedAt?.toISOString() ?? null,
});

const PAGE_COLUMNS = [
  'url',
  'status',
  'depth',
  'http_status',
  'error',
  'final_url',
  'media_type',
  'title',
  'description',
  'canonical',
  'words',
  'indexable',
  'in_sitemap',
  'findings',
  'fetched_at',
] as const;

/** The pages of a site as CSV, one line each. */
const pagesCsv = (pages: readonly SitePage[]): string =>
  toCsv(
    PAGE_COLUMNS,
    pages.map((page) => {
      const shown = presentSitePage(page);
      return PAGE_COLUMNS.map((column) => {
        const value = shown[column];
        return typeof value === 'boolean' ? String(value) : value;
      });
    }),
  );

/** A problem with the title of its check, or of its own, for people who read a language. */
const problemIn = <Problem extends { id: string; title: string }>(
  language: Language,
  problem: Problem,
): Problem => {
  const { title } = problem;
  const { fail } = titlesIn(language, problem.id, { pass: title, fail: titleIn(language, title) });
  return { ...problem, title: fail };
};

const PROBLEM_COLUMNS = ['problem', 'title', 'category', 'importance', 'url', 'note'];
const PROBLEM_HEADER = toCsv(PROBLEM_COLUMNS, []);
/** Lines that are written at once. */
const LINES = 500;

/** The problems of a site as CSV, one line for each place, in pieces of some hundred lines. */
const problemsCsv = async function* (
  places: AsyncIterable<SitePlace>,
  language: Language,
): AsyncGenerator<string> {
  let rows: (string | null)[][] = [];
  const piece = (): string => toCsv(PROBLEM_COLUMNS, rows).slice(PROBLEM_HEADER.length);
  yield PROBLEM_HEADER;
  for await (const { problem, url, note } of places) {
    rows.push([
      problem.id,
      problemIn(language, problem).title,
      problem.category,
      problem.importance,
      url,
      note,
    ]);
    if (rows.length < LINES) continue;
    yield piece();
    rows = [];
  }
  yield piece();
};

interface SitesRouterDeps {
  sites: SitesService;
}

/** Cost of crawling a site under the rate limits. */
const SITE_COST = 50;
const MOST_LINES = 10_000;
/** Milliseconds that a download waits for a client that reads nothing. */
const PATIENCE = 60_000;

/** `/api/v1/sites` */
export const createSitesRouter = ({ sites }: SitesRouterDeps): ApiRouter => {
  const params = { id: integerId('site') };
  const site = { description: 'The site', data: siteAnswerSchema };

  return createRouter(managementDialect, SITES_TAG, [
    endpoint({
      method: 'GET',
      path: '/sites',
      summary: 'List crawled sites',
      scope: 'reports:read',
      query: listSitesSchema,
      responses: { 200: { description: 'A page of sites', kind: 'page', data: siteAnswerSchema } },
      handler: async ({ caller, query }) => {
        const found = await sites.list(caller.organisation, query);
        const items = found.sites.map(presentSite);
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
      cost: SITE_COST,
      responses: { 201: { description: 'The new site, which is pending', data: siteAnswerSchema } },
      handler: async ({ caller, body }) => {
        const tracked = await sites.create(caller.organisation, body);
        const answer = created(presentSite(tracked), `/api/v1/sites/${tracked.site.id}`);
        const afterCommit = async () => {
          await sites.start(tracked);
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
      responses: { 200: site },
      handler: async ({ caller, params: { id } }) =>
        ok(presentSite(await sites.show(caller.organisation, id))),
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
      handler: async ({ caller, params: { id } }) =>
        ok(presentSite(await sites.cancel(caller.organisation, id))),
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
      description: 'The most important first. While the crawl runs, those found so far.',
      scope: 'reports:read',
      params,
      query: listSitesSchema,
      responses: { 200: { description: 'A page of problems', kind: 'page', data: siteProblemAnswerSchema } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const all = await sites.problems(caller.organisation, id);
        const start = (query.page - 1) * query.per_page;
        const items = all.slice(start, start + query.per_page).map((problem) => problemIn(language, problem));
        return page({ items, total: all.length, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/sites/:id/export',
      operationId: 'sites.export',
      summary: 'Download the pages or problems of a site as CSV',
      description: 'Up to 10,000 pages, or up to 10,000 places of each problem.',
      scope: 'reports:read',
      params,
      query: exportSiteSchema,
      responses: { 200: { description: 'The file', mediaTypes: ['text/csv'] } },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const name = `site-${id}-${query.of}`;
        if (query.of === 'problems') {
          const language = negotiateLanguage(request, response);
          const places = await sites.places(caller.organisation, id);
          const file = {
            name: `${name}.csv`,
            mediaType: 'text/csv; charset=utf-8',
            cacheControl: 'private, no-cache',
            pieces: problemsCsv(places, language),
          };
          return sendFileInPieces(response, file, PATIENCE);
        }
        const { pages } = await sites.pages(caller.organisation, id, { page: 1, per_page: MOST_LINES });
        response.setHeader('Content-Type', 'text/csv; charset=utf-8');
        response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
        response.setHeader('Cache-Control', 'private, no-cache');
        response.end(pagesCsv(pages));
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/sites/:id',
      summary: 'Delete a site and what was found on it',
      scope: 'reports:write',
      params,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await sites.remove(caller.organisation, id);
        return deleted(id, 'site');
      },
    }),
  ]);
};
