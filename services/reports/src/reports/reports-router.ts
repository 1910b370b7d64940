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
  sayCost,
} from '@platform/http';
import type { ApiRouter, Reply } from '@platform/http';
import type { Caller } from '@platform/identity';
import { pageLinksEndpoints, changedPasswordHash, passwordCost } from '@platform/page-access';
import type { PageLinks } from '@platform/page-access';
import type { Request, Response } from 'express';

import { costOfGenerating, REPORT_COST } from './report.ts';
import { presentDetailedReport, presentReport, protectedPage, reportUrl } from './report-json.ts';
import {
  createReportSchema,
  listReportsSchema,
  updateReportSchema,
  detailedReportAnswerSchema,
  reportAnswerSchema,
} from './reports-schema.ts';
import type { DetailedReport, ReportsService } from './reports-service.ts';

/** 30 days, in seconds. */
const LONGEST_LINK = 30 * 86_400;

/** Runs before the body is validated, so the body may hold anything. */
const wantsResults = (body: unknown): boolean => {
  const results = (body as { results?: unknown } | null)?.results;
  return (typeof results === 'number' || typeof results === 'string') && Number(results) === 1;
};

/** Renderings that a request asks for, each of which costs as a report; before it is validated, too. */
const renderingsOf = (body: unknown): number => {
  const { runs, desktop } = (body ?? {}) as { runs?: unknown; desktop?: unknown };
  const passes = [3, 5].find((number) => String(runs) === String(number)) ?? 1;
  return passes + (String(desktop) === '1' ? 1 : 0);
};

export interface ReportsRouterDeps {
  reports: ReportsService;
  links: PageLinks;
  /** Base of public addresses, without a trailing slash. */
  publicUrl: string;
  /** Milliseconds that a request waits for a result. */
  resultWait: number;
  /** Renders when a request doesn’t say. */
  renderByDefault: boolean;
  now?: () => number;
}

/** RFC 7240: `Prefer: respond-async` is a client that doesn’t want to wait. */
const prefersNotToWait = (request: Request): boolean =>
  (request.get('prefer') ?? '')
    .split(/[,;]/)
    .some((preference) => preference.trim().toLowerCase() === 'respond-async');

interface VersionedRead {
  caller: Caller;
  params: { id: number };
  request: Request;
}

/** Says when to poll again, and that the preference was applied. */
const pendingHeaders = ({ report }: DetailedReport, request: Request): Record<string, string> => ({
  ...(report.status === 'pending' ? { 'Retry-After': '2' } : {}),
  ...(request.method !== 'GET' && prefersNotToWait(request) ? { 'Preference-Applied': 'respond-async' } : {}),
});

const TAG_DESCRIPTION =
  'Reports on web pages: search engines, performance, security, content and accessibility.';

/** `/api/v1/reports` */
export const createReportsRouter = (deps: ReportsRouterDeps): ApiRouter => {
  const { reports, links, publicUrl, resultWait, now = Date.now } = deps;
  const params = { id: integerId('report') };
  // Time alone turns it back to null.
  const volatile = ['next_generation_at'];
  const versioned = {
    read: async ({ caller, params: { id }, request }: VersionedRead) =>
      presentDetailedReport(publicUrl, await reports.show(caller.organisation, id), languageOf(request)),
    volatile,
  };
  const shownTo = (request: Request, response: Response, detailed: DetailedReport) =>
    presentDetailedReport(publicUrl, detailed, negotiateLanguage(request, response));
  const waitOf = (request: Request): number => (prefersNotToWait(request) ? 0 : resultWait);

  return createRouter(managementDialect, { name: 'Reports', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/reports',
      summary: 'List reports',
      scope: 'reports:read',
      query: listReportsSchema,
      responses: { 200: { description: 'A page of reports', kind: 'page', data: reportAnswerSchema } },
      handler: async ({ caller, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const found = await reports.list(caller.organisation, query);
        const items = found.reports.map((report) => presentReport(publicUrl, report, language));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/reports',
      summary: 'Create a report for a URL',
      description:
        'Waits up to 10 seconds for the result. A report that is still `pending` then comes with `Retry-After`; ' +
        '`Prefer: respond-async` skips the wait.',
      scope: 'reports:write',
      body: createReportSchema,
      makes: 'reports',
      cost: (body) => REPORT_COST * renderingsOf(body) + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      versioned: { volatile },
      responses: { 201: { description: 'The new report', data: detailedReportAnswerSchema } },
      handler: async ({ caller, body, request, response }, passwordHash) => {
        const answer = (detailed: DetailedReport): Reply => {
          const location = `/api/v1/reports/${detailed.report.id}`;
          const shown = shownTo(request, response, detailed);
          return created(shown, location, pendingHeaders(detailed, request));
        };
        const render = body.render ?? (deps.renderByDefault ? 1 : 0);
        const made = await reports.create(caller.organisation, { ...body, render }, passwordHash);
        const afterCommit = async () => answer(await reports.generate(made, waitOf(request)));
        return { ...answer(made), afterCommit };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/reports/:id',
      summary: 'Show a report',
      scope: 'reports:read',
      params,
      versioned,
      responses: { 200: { description: 'The report', data: detailedReportAnswerSchema } },
      handler: async ({ caller, params: { id }, request, response }) => {
        const detailed = await reports.show(caller.organisation, id);
        return ok(shownTo(request, response, detailed), pendingHeaders(detailed, request));
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/reports/:id',
      summary: 'Update a report',
      description:
        '`results=1` generates the report again; the last result stays until the new one is ready. Within 60 seconds ' +
        'of a good result the other fields are applied and the present result is returned with `next_generation_at`.',
      scope: 'reports:write',
      params,
      body: updateReportSchema,
      cost: (body) => (wantsResults(body) ? REPORT_COST * renderingsOf(body) : 1) + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      versioned,
      responses: { 200: { description: 'The report as it is now', data: detailedReportAnswerSchema } },
      handler: async ({ caller, params: { id }, body, request, response }, passwordHash) => {
        const answer = (detailed: DetailedReport): Reply =>
          ok(shownTo(request, response, detailed), pendingHeaders(detailed, request));
        const changed = await reports.update(caller.organisation, id, body, passwordHash);
        if (body.results === 0 || changed.report.status !== 'pending') return answer(changed);
        // By what the report is, where the body is silent on runs.
        sayCost(response, costOfGenerating(changed.report) + passwordCost(body));
        const afterCommit = async () => answer(await reports.generate(changed, waitOf(request)));
        return { ...answer(changed), afterCommit };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/reports/:id',
      summary: 'Delete a report and its runs',
      scope: 'reports:write',
      params,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await reports.remove(caller.organisation, id);
        return deleted(id, 'report');
      },
    }),
    ...pageLinksEndpoints({
      links,
      subject: 'report',
      readScope: 'reports:read',
      writeScope: 'reports:write',
      longest: LONGEST_LINK,
      find: async (organisation, id) => {
        const { report } = await reports.show(organisation, id);
        return { page: protectedPage(report), url: reportUrl(publicUrl, report) };
      },
      now,
    }),
  ]);
};
