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

import { segmentAnswerSchema, createSegmentSchema, updateSegmentSchema } from './segments-schema.ts';
import type { Segment } from './segment.ts';
import type { SegmentsService } from './segments-service.ts';

const toJson = ({ id, name, filters, createdAt }: Segment) => ({
  id,
  name,
  filters,
  created_at: createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/segments` */
export const createSegmentsRouter = (segments: SegmentsService): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, segment: integerId('segment') };
  const answer = { data: segmentAnswerSchema };
  return createRouter(managementDialect, 'Segments', [
    endpoint({
      method: 'GET',
      path: '/websites/:id/segments',
      summary: 'List segments by name',
      scope: 'stats:read',
      params,
      responses: { 200: { description: 'All segments', kind: 'page', ...answer } },
      handler: async ({ caller, params: { id } }) => {
        const items = (await segments.list(caller.organisation, id)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/segments',
      summary: 'Create a segment',
      description: 'Filters under a name, for queries (`segment`) and for the statistics page.',
      scope: 'websites:write',
      params,
      body: createSegmentSchema,
      responses: { 201: { description: 'The segment', ...answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const segment = await segments.create(caller.organisation, id, body);
        return created(toJson(segment), `/api/v1/websites/${id}/segments/${segment.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/segments/:segment',
      summary: 'Show a segment',
      scope: 'stats:read',
      params: oneParams,
      responses: { 200: { description: 'The segment', ...answer } },
      handler: async ({ caller, params: { id, segment } }) =>
        ok(toJson(await segments.show(caller.organisation, id, segment))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id/segments/:segment',
      summary: 'Update a segment',
      scope: 'websites:write',
      params: oneParams,
      body: updateSegmentSchema,
      responses: { 200: { description: 'The segment as it is now', ...answer } },
      handler: async ({ caller, params: { id, segment }, body }) =>
        ok(toJson(await segments.update(caller.organisation, id, segment, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/segments/:segment',
      summary: 'Delete a segment',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, segment } }) => {
        await segments.remove(caller.organisation, id, segment);
        return deleted(segment, 'segment');
      },
    }),
  ]);
};
