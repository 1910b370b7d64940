import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import {
  dropsAnswerSchema,
  dropsSchema,
  previewAnswerSchema,
  previewSchema,
  testAnswerSchema,
  testSchema,
} from './exclusions-schema.ts';
import type { ExclusionsService } from './exclusions-service.ts';

const TAG_DESCRIPTION = 'What the exclusions of a website leave out, or would leave out.';

/** `/api/v1/websites/{id}/exclusions/preview` and `/api/v1/websites/{id}/drops` */
export const createExclusionsRouter = ({ exclusions }: { exclusions: ExclusionsService }): ApiRouter => {
  const params = { id: integerId('website') };
  return createRouter(managementDialect, { name: 'Exclusions', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/websites/:id/exclusions/preview',
      operationId: 'websites.exclusions.preview',
      summary: 'Preview an exclusion of query parameters',
      description:
        'Says which pages of the last 30 days would be merged. Nothing is changed. Addresses and user agents are not stored, so exclusions of those cannot be previewed.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: previewSchema,
      responses: { 200: { description: 'What would be merged', data: previewAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const preview = await exclusions.preview(caller.organisation, id, body.exclude_params);
        return ok({
          days: preview.days,
          pages_before: preview.pagesBefore,
          pages_after: preview.pagesAfter,
          is_complete: preview.isComplete,
          merged: preview.merged,
        });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/exclusions/test',
      operationId: 'websites.exclusions.test',
      summary: 'Test what a page view would be stored as',
      description:
        'Says what the website’s settings make of an address, or why it would not be stored. Settings in the request hold in the place of saved ones. Nothing is stored.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: testSchema,
      responses: { 200: { description: 'What would be stored', data: testAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const { outcome, page, givenPage, rule, dimensions } = await exclusions.test(
          caller.organisation,
          id,
          body,
        );
        const isStored = outcome === 'stored';
        return ok({
          is_stored: isStored,
          reason: isStored ? null : outcome,
          page,
          given_page: givenPage,
          rule,
          dimensions: Object.fromEntries(Object.entries(dimensions).filter(([, value]) => value !== '')),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/drops',
      operationId: 'websites.drops',
      summary: 'Count what was not stored, and why',
      scope: 'stats:read',
      params,
      query: dropsSchema,
      responses: { 200: { description: 'By day and reason', data: dropsAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) =>
        ok(await exclusions.drops(caller.organisation, id, query)),
    }),
  ]);
};
