import { nameSchema } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import type { AskedFilter } from '../stats/query/filter.ts';
import { filtersSchema, filterSchema } from '../stats/question-schema.ts';
import { websiteRecordsRouter } from '../websites/website-records.ts';
import type { SegmentsService, SegmentBody } from './segments-service.ts';
import type { Segment } from './segments-store.ts';

const asksForSegment = (filter: AskedFilter): boolean => {
  if ('and' in filter) return filter.and.some(asksForSegment);
  if ('or' in filter) return filter.or.some(asksForSegment);
  return !('what' in filter) && filter.dimension === 'segment';
};

/** Two segments could be part of each other. */
const withoutSegments = (filters: AskedFilter[], helper: Joi.CustomHelpers) =>
  filters.some(asksForSegment) ? helper.error('filters.segment') : filters;

const segmentFilters = () =>
  filtersSchema()
    .custom(withoutSegments)
    .messages({ 'filters.segment': '{{#label}} of a segment must not ask for other segments' });

const fields = {
  name: nameSchema().description('Unique among the segments of the website'),
  filters: segmentFilters().min(1).description('As in a query; all of them must be met'),
};

const createSegmentSchema = Joi.object<SegmentBody>()
  .meta({ component: 'CreateSegment' })
  .example({
    name: 'Readers of the blog',
    filters: [
      { dimension: 'page', operator: 'matches', values: ['/blog/*'] },
      { dimension: 'country', operator: 'is_not', values: ['US'] },
    ],
  })
  .keys({ name: fields.name.required(), filters: fields.filters.required() })
  .shared(filterSchema);
const updateSegmentSchema = Joi.object<SegmentBody>()
  .meta({ component: 'UpdateSegment' })
  .keys(fields)
  .shared(filterSchema);

const segmentAnswerSchema = Joi.object()
  .meta({ component: 'Segment' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().required(),
    filters: filtersSchema().required(),
    created_at: Joi.string().isoDate().required(),
  })
  .shared(filterSchema);

const toJson = ({ id, name, filters, createdAt }: Segment) => ({
  id,
  name,
  filters,
  created_at: createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/segments` */
export const createSegmentsRouter = (segments: SegmentsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Segments',
      description: 'Named filters, to be used again in queries and on the page.',
    },
    record: 'segment',
    readScope: 'stats:read',
    records: segments,
    toJson,
    answer: segmentAnswerSchema,
    bodies: { create: createSegmentSchema, update: updateSegmentSchema },
    words: {
      list: { summary: 'List segments by name' },
      create: {
        summary: 'Create a segment',
        description: 'A named filter, for queries (`segment`) and for the statistics page.',
      },
    },
  });
