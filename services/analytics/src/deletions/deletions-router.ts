import { created, createRouter, endpoint, integerId, managementDialect, ok, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import type { Deletion } from './deletion.ts';
import {
  createDeletionSchema,
  deletionAnswer,
  deletionPreviewAnswer,
  previewDeletionSchema,
} from './deletions-schema.ts';
import type { DeletionsService } from './deletions-service.ts';

const toJson = (deletion: Deletion) => ({
  id: deletion.id,
  from: deletion.range?.from ?? null,
  to: deletion.range?.to ?? null,
  everything: deletion.range === null,
  filters: deletion.filters,
  status: deletion.status,
  pageviews: deletion.pageviews,
  events: deletion.events,
  visits: deletion.visits,
  key_id: deletion.keyId,
  error: deletion.error,
  created_at: deletion.createdAt.toISOString(),
  finished_at: deletion.finishedAt?.toISOString() ?? null,
});

const TAG_DESCRIPTION = 'Takes back what should not have been counted, and keeps a record of it.';

/** `/api/v1/websites/{id}/deletions` */
export const createDeletionsRouter = (deletions: DeletionsService): ApiRouter => {
  const params = { id: integerId('website') };
  const one = { ...params, deletion: integerId('deletion') };
  return createRouter(managementDialect, { name: 'Deletions', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites/:id/deletions',
      summary: 'List deletions, the latest first',
      description: 'The record of what was deleted, when, and by which key. The latest 200.',
      scope: 'websites:read',
      params,
      responses: { 200: { description: 'The deletions', kind: 'page', data: deletionAnswer } },
      handler: async ({ caller, params: { id } }) => {
        const items = (await deletions.list(caller, id)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/deletions/preview',
      operationId: 'websites.deletions.preview',
      summary: 'Preview a deletion',
      description: 'Says how much would be deleted. Nothing is.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: previewDeletionSchema,
      responses: { 200: { description: 'How much would be deleted', data: deletionPreviewAnswer } },
      handler: async ({ caller, params: { id }, body }) => {
        const { range, isOfVisits, ...counts } = await deletions.preview(caller, id, body);
        return ok({
          from: range?.from ?? null,
          to: range?.to ?? null,
          whole_visits: isOfVisits,
          pageviews: counts.pageviews,
          events: counts.events,
          visits: counts.visits,
          visitors: counts.visitors,
        });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/deletions',
      summary: 'Delete statistics',
      description:
        'Deletes hits, visits or everything for good, in the background. All sums are counted again: what is left is as if the rest had never come. Days without a filter lose what was imported for them, too; a filter leaves imported days alone.',
      scope: 'websites:write',
      params,
      body: createDeletionSchema,
      responses: { 201: { description: 'The deletion', data: deletionAnswer } },
      handler: async ({ caller, params: { id }, body }) => {
        const deletion = await deletions.create(caller, id, body);
        return created(toJson(deletion), `/api/v1/websites/${id}/deletions/${deletion.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/deletions/:deletion',
      summary: 'Show a deletion',
      scope: 'websites:read',
      params: one,
      responses: { 200: { description: 'The deletion', data: deletionAnswer } },
      handler: async ({ caller, params: { id, deletion } }) =>
        ok(toJson(await deletions.show(caller, id, deletion))),
    }),
  ]);
};
