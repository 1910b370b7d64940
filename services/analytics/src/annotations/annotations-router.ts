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

import {
  annotationAnswerSchema,
  createAnnotationSchema,
  listAnnotationsSchema,
  updateAnnotationSchema,
} from './annotations-schema.ts';
import type { AnnotationsService, DatedAnnotation } from './annotations-service.ts';

const toJson = ({ id, time, day, text, url, createdAt }: DatedAnnotation) => ({
  id,
  time: time.toISOString(),
  day,
  text,
  url,
  created_at: createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/annotations` */
export const createAnnotationsRouter = (annotations: AnnotationsService): ApiRouter => {
  const params = { id: integerId('website') };
  const oneParams = { ...params, annotation: integerId('annotation') };
  const answer = { data: annotationAnswerSchema };
  return createRouter(managementDialect, 'Annotations', [
    endpoint({
      method: 'GET',
      path: '/websites/:id/annotations',
      summary: 'List annotations, the latest first',
      scope: 'stats:read',
      params,
      query: listAnnotationsSchema,
      responses: { 200: { description: 'A page of annotations', kind: 'page', ...answer } },
      handler: async ({ caller, params: { id }, query }) => {
        const { items, total } = await annotations.list(caller.organisation, id, query);
        return page({ items: items.map(toJson), total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/annotations',
      summary: 'Put an annotation on the chart',
      description: 'A deployment, a campaign, an outage: what explains the numbers of its time.',
      scope: 'websites:write',
      params,
      body: createAnnotationSchema,
      responses: { 201: { description: 'The annotation', ...answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const annotation = await annotations.create(caller.organisation, id, body);
        return created(toJson(annotation), `/api/v1/websites/${id}/annotations/${annotation.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/annotations/:annotation',
      summary: 'Show an annotation',
      scope: 'stats:read',
      params: oneParams,
      responses: { 200: { description: 'The annotation', ...answer } },
      handler: async ({ caller, params: { id, annotation } }) =>
        ok(toJson(await annotations.show(caller.organisation, id, annotation))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id/annotations/:annotation',
      summary: 'Update an annotation',
      scope: 'websites:write',
      params: oneParams,
      body: updateAnnotationSchema,
      responses: { 200: { description: 'The annotation as it is now', ...answer } },
      handler: async ({ caller, params: { id, annotation }, body }) =>
        ok(toJson(await annotations.update(caller.organisation, id, annotation, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/annotations/:annotation',
      summary: 'Delete an annotation',
      scope: 'websites:write',
      params: oneParams,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, annotation } }) => {
        await annotations.remove(caller.organisation, id, annotation);
        return deleted(annotation, 'annotation');
      },
    }),
  ]);
};
