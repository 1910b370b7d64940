import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { PageAccess } from '@platform/pages';
import type { Request } from 'express';

import { presentDetailedReport, presentReport, protectedPage, reportUrl } from './report-json.ts';
import {
  createLinkSchema,
  createReportSchema,
  detailedReportAnswerSchema,
  linkAnswerSchema,
  listReportsSchema,
  reportAnswerSchema,
  updateReportSchema,
} from './reports-schema.ts';
import type { DetailedReport, ReportsService } from './reports-service.ts';

export interface ReportsRouterDeps {
  reports: ReportsService;
  access: Pick<PageAccess, 'signedQuery'>;
  /** Base of public addresses, without a slash at the end. */
  publicUrl: string;
  /** Milliseconds that a request waits for a result. */
  resultWait: number;
  now?: () => number;
}

/** RFC 7240: a client that doesn't want to wait says so. */
const prefersNotToWait = (request: Request): boolean =>
  (request.get('prefer') ?? '')
    .split(/[,;]/)
    .some((preference) => preference.trim().toLowerCase() === 'respond-async');

/** Tells a client when to ask again, and that its preference was followed. */
const pendingHeaders = ({ report }: DetailedReport, request: Request): Record<string, string> => ({
  ...(report.status === 'pending' ? { 'Retry-After': '2' } : {}),
  ...(request.method !== 'GET' && prefersNotToWait(request) ? { 'Preference-Applied': 'respond-async' } : {}),
});

/** `/api/v1/reports` */
export const createReportsRouter = (deps: ReportsRouterDeps): ApiRouter => {
  const { reports, access, publicUrl, resultWait, now = Date.now } = deps;
  const params = { id: integerId('report') };
  const waitOf = (request: Request): number => (prefersNotToWait(request) ? 0 : resultWait);

  return createRouter(managementDialect, 'Reports', [
    endpoint({
      method: 'GET',
      path: '/reports',
      summary: 'List reports',
      scope: 'reports:read',
      query: listReportsSchema,
      responses: { 200: { description: 'A page of reports', kind: 'page', data: reportAnswerSchema } },
      handler: async ({ caller, query }) => {
        const found = await reports.list(caller.organisation, query);
        const items = found.reports.map((report) => presentReport(publicUrl, report));
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
      responses: { 201: { description: 'The new report', data: detailedReportAnswerSchema } },
      handler: async ({ caller, body, request }) => {
        const detailed = await reports.create(caller.organisation, body, waitOf(request));
        const location = `/api/v1/reports/${detailed.report.id}`;
        return created(
          presentDetailedReport(publicUrl, detailed),
          location,
          pendingHeaders(detailed, request),
        );
      },
    }),
    endpoint({
      method: 'GET',
      path: '/reports/:id',
      summary: 'Show a report',
      scope: 'reports:read',
      params,
      responses: { 200: { description: 'The report', data: detailedReportAnswerSchema } },
      handler: async ({ caller, params: { id }, request }) => {
        const detailed = await reports.show(caller.organisation, id);
        return ok(presentDetailedReport(publicUrl, detailed), pendingHeaders(detailed, request));
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/reports/:id',
      summary: 'Update a report',
      description:
        '`results=1` generates it again; the last result stays until the new one is there. Refused with 429 for 60 seconds ' +
        'after a good result, not after a failure.',
      scope: 'reports:write',
      params,
      body: updateReportSchema,
      responses: { 200: { description: 'The report as it is now', data: detailedReportAnswerSchema } },
      handler: async ({ caller, params: { id }, body, request }) => {
        const detailed = await reports.update(caller.organisation, id, body, waitOf(request));
        return ok(presentDetailedReport(publicUrl, detailed), pendingHeaders(detailed, request));
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/reports/:id',
      summary: 'Delete a report and its runs',
      scope: 'reports:write',
      params,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await reports.remove(caller.organisation, id);
        return deleted(id, 'report');
      },
    }),
    endpoint({
      method: 'POST',
      path: '/reports/:id/links',
      summary: 'Make a link that opens a private report page',
      description: 'Whoever has the link sees the page until it expires.',
      scope: 'reports:write',
      params,
      body: createLinkSchema,
      responses: { 201: { description: 'The link', data: linkAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const { report } = await reports.show(caller.organisation, id);
        const expiresAt = Math.floor(now() / 1000) + body.expires_in;
        const url = `${reportUrl(publicUrl, report)}?${access.signedQuery(protectedPage(report), expiresAt)}`;
        return created({ url, expires_at: new Date(expiresAt * 1000).toISOString() }, url);
      },
    }),
  ]);
};
