import { z } from 'zod';

import { defineTool, pageOf, pick } from '../tool.ts';
import type { Item, Platform, Tool } from '../tool.ts';

const page = z.number().int().positive().optional().describe('Page of the list; the first unless given');
const reportId = z.number().int().positive().describe('Id of the report');
const siteId = z.number().int().positive().describe('Id of the crawled site');

const PLACES = 3;
const SNIPPET = 160;

const compactPlace = (place: Item): Item => {
  const { snippet } = place;
  return {
    ...pick(place, ['note']),
    ...(typeof snippet === 'string' && { snippet: snippet.slice(0, SNIPPET) }),
  };
};

const compactCheck = (check: Item): Item => {
  const places = (check['items'] ?? []) as readonly Item[];
  const fix = check['fix'] as
    { readonly sentence?: string; readonly code?: string | null } | null | undefined;
  return {
    ...pick(check, ['id', 'category', 'importance', 'status', 'title', 'message', 'value', 'expected']),
    ...(places.length > 0 && { places: places.slice(0, PLACES).map(compactPlace), in_all: check['total'] }),
    ...(fix && { fix: pick(fix, ['sentence', 'code']) }),
  };
};

/** Leaves out what passed: an assistant acts on the rest, and reads less. */
const compactReport = (report: unknown): Item => {
  const { checks, categories } = report as {
    readonly checks?: readonly Item[] | null;
    readonly categories?: readonly Item[] | null;
  };
  return {
    ...pick(report, ['id', 'url', 'status', 'result', 'score', 'score_before', 'error_message']),
    ...pick(report, ['metrics', 'generated_at', 'next_generation_at', 'report_url']),
    categories: (categories ?? []).map((category) => pick(category, ['id', 'score', 'warned', 'failed'])),
    checks: (checks ?? []).filter(({ status }) => status === 'warn' || status === 'fail').map(compactCheck),
  };
};

const compactSite = (site: unknown): Item =>
  pick(site, ['id', 'url', 'mode', 'status', 'error_message', 'progress', 'created_at', 'finished_at']);

const compactProblem = (problem: Item): Item => ({
  ...pick(problem, ['id', 'category', 'importance', 'title', 'total']),
  pages: ((problem['items'] ?? []) as readonly Item[])
    .slice(0, PLACES)
    .map((item) => pick(item, ['url', 'note'])),
});

const showReport = async (platform: Platform, id: number): Promise<Item> =>
  compactReport(await platform.read({ method: 'GET', path: `/api/v1/reports/${id}` }));

/** Tools for page reports, and for sites that are crawled. */
export const REPORT_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'report_page',
    title: 'Report on a page',
    description:
      'Fetches a page and judges search engine optimisation, performance, security, content and accessibility: a ' +
      'score, and each check that warns or fails with what to do. The report is stored.',
    scopes: ['reports:write'],
    input: { url: z.string().describe('Address of the page') },
    readOnly: false,
    openWorld: true,
    run: async ({ url }, platform) => {
      const report = await platform.read({ method: 'POST', path: '/api/v1/reports', body: { url } });
      return showReport(platform, (report as { id: number }).id);
    },
  }),
  defineTool({
    name: 'list_reports',
    title: 'List reports',
    description: 'The pages that were reported on, with their scores, 25 to a page of the list.',
    scopes: ['reports:read'],
    input: {
      search: z.string().optional().describe('Part of the address'),
      result: z.enum(['good', 'decent', 'bad']).optional(),
      page,
    },
    readOnly: true,
    run: async (input, platform) =>
      pageOf(await platform.list('/api/v1/reports', { ...input, per_page: 25 }), 'page', (report) =>
        pick(report, ['id', 'url', 'status', 'result', 'score', 'generated_at']),
      ),
  }),
  defineTool({
    name: 'show_report',
    title: 'Show a report',
    description: 'An existing report, with the checks that warn or fail.',
    scopes: ['reports:read'],
    input: { report_id: reportId },
    readOnly: true,
    run: ({ report_id: id }, platform) => showReport(platform, id),
  }),
  defineTool({
    name: 'crawl_site',
    title: 'Crawl a site',
    description:
      'Visits the pages of a site, following links and sitemaps as robots.txt allows, and collects their ' +
      'problems. It takes a while: ask show_site how far it is.',
    scopes: ['reports:write'],
    input: {
      url: z.string().describe('Where to start'),
      max_pages: z.number().int().positive().optional(),
    },
    readOnly: false,
    openWorld: true,
    run: async (body, platform) =>
      compactSite(await platform.read({ method: 'POST', path: '/api/v1/sites', body })),
  }),
  defineTool({
    name: 'list_sites',
    title: 'List crawled sites',
    description: 'The sites that were crawled, the latest first.',
    scopes: ['reports:read'],
    input: { page },
    readOnly: true,
    run: async (input, platform) =>
      pageOf(await platform.list('/api/v1/sites', { ...input, per_page: 25 }), 'page', compactSite),
  }),
  defineTool({
    name: 'show_site',
    title: 'Show a crawled site',
    description:
      'How far a crawl is, and the problems that it found, the most important first, with three of the pages ' +
      'that have each. 25 problems to a page.',
    scopes: ['reports:read'],
    input: { site_id: siteId, page },
    readOnly: true,
    run: async ({ site_id: id, ...input }, platform) => {
      const site = await platform.read({ method: 'GET', path: `/api/v1/sites/${id}` });
      const problems = await platform.list(`/api/v1/sites/${id}/problems`, { ...input, per_page: 25 });
      return { ...compactSite(site), problems: pageOf(problems, 'page', compactProblem) };
    },
  }),
];
