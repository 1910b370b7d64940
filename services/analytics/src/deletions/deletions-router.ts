import { created, createRouter, endpoint, integerId, managementDialect, ok, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { isRangeDay } from '../calendar/date-range.ts';
import { filterSchema, filtersSchema } from '../stats/question-schema.ts';
import { visitId } from '../visits/visit.ts';
import type { Deletion } from './deletion.ts';
import type { DeletionsService, DeletionBody } from './deletions-service.ts';

const day = Joi.string()
  .custom((value: string, helpers) => (isRangeDay(value) ? value : helpers.error('any.invalid')))
  .messages({ 'any.invalid': '{{#label}} must be a day such as 2026-01-31' });

const fields = {
  from: day.description('First day, by the website’s clock; the first with traffic by default'),
  to: day.description('Last day; today by default'),
  filters: filtersSchema().description(
    'Conditions that all have to hold, as in questions. With conditions on `page` and `event` alone, the hits on those pages or of those names are deleted; with any other, whole visits that began on these days',
  ),
  visit: visitId.description(
    'Id of one visit, such as a bot’s: `visit_id` in the export of events. It needs `from`, the day on which it began',
  ),
  everything: Joi.boolean().description(
    'True to reset the website: all of its statistics, imported ones too. Nothing else may be given then',
  ),
};

const example = {
  from: '2026-11-20',
  to: '2026-11-22',
  filters: [{ dimension: 'referrer', operator: 'is', values: ['spam.example'] }],
};

const previewDeletionSchema = Joi.object<DeletionBody>()
  .meta({ component: 'PreviewDeletion' })
  .example(example)
  .keys(fields)
  .shared(filterSchema);

const createDeletionSchema = Joi.object<DeletionBody>()
  .meta({ component: 'CreateDeletion' })
  .example(example)
  .keys(fields)
  .shared(filterSchema);

const count = Joi.number().integer().required();
const from = Joi.string().allow(null).required().description('First day; null where everything goes');
const to = Joi.string().allow(null).required().description('Last day; null where everything goes');

const deletionPreviewAnswer = Joi.object()
  .meta({ component: 'DeletionPreview' })
  .keys({
    from,
    to,
    whole_visits: Joi.boolean()
      .required()
      .description('True if whole visits go; false if hits go and the visits stay without them'),
    pageviews: count.description('Page views that would be deleted'),
    events: count.description('Events that would be deleted').example(12),
    visits: count.description('Visits that would be deleted, or that have hits that would'),
    visitors: count.description('Visitors of these visits, by day: who came on two days counts twice'),
  });

const deletionAnswer = Joi.object()
  .meta({ component: 'Deletion' })
  .keys({
    id: count,
    from,
    to,
    everything: Joi.boolean().required().description('True if the website was reset'),
    filters: Joi.array()
      .items(Joi.object().unknown())
      .required()
      .description('The conditions as they were given'),
    status: Joi.string()
      .valid('pending', 'running', 'completed', 'failed')
      .required()
      .description('How far it is'),
    pageviews: count.description('Page views that are deleted so far'),
    events: count.description('Events that are deleted so far').example(12),
    visits: count.description('Visits that are deleted so far'),
    key_id: Joi.string().required().description('The API key or session that asked for it'),
    error: Joi.string()
      .allow(null)
      .required()
      .description('Why it failed; null if it did not')
      .example('The database did not answer in time'),
    created_at: Joi.string().isoDate().required(),
    finished_at: Joi.string().isoDate().allow(null).required().description('When it was done; null before'),
  });

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
