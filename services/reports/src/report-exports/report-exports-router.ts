import { createRouter, endpoint, integerId, managementDialect, negotiateLanguage } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import type { ExportReportQuery, ReportExportsService } from './report-exports-service.ts';

const exportReportSchema = Joi.object<ExportReportQuery>({
  format: Joi.string()
    .valid('csv', 'json', 'pdf')
    .default('json')
    .description('csv: one line per check; json: in the shape of Lighthouse’s result; pdf: the report page'),
});

export interface ReportExportsRouterDeps {
  exports: ReportExportsService;
}

/** `/api/v1/reports/{id}/export` */
export const createReportExportsRouter = ({ exports }: ReportExportsRouterDeps): ApiRouter =>
  createRouter(managementDialect, 'Reports', [
    endpoint({
      method: 'GET',
      path: '/reports/:id/export',
      operationId: 'reports.export',
      summary: 'Download a report as a file',
      description:
        'The last result. 409 before there is one; 503 for a PDF where the service has no browser, and with `Retry-After` where it takes longer than 20 seconds: it is then there for the next request.',
      scope: 'reports:read',
      params: { id: integerId('report') },
      query: exportReportSchema,
      errors: ['conflict'],
      responses: {
        200: { description: 'The file', mediaTypes: ['text/csv', 'application/json', 'application/pdf'] },
      },
      handler: async ({ caller, params: { id }, query, request, response }) => {
        const { content, mediaType, filename } = await exports.export(caller.organisation, id, {
          format: query.format,
          language: negotiateLanguage(request, response),
        });
        response.setHeader('Content-Type', mediaType);
        response.setHeader('Content-Disposition', `attachment; filename="${filename}"`);
        response.setHeader('Cache-Control', 'private, no-cache');
        response.end(content);
        return undefined;
      },
    }),
  ]);
