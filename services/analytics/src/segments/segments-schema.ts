import { nameSchema } from '@platform/http';
import Joi from 'joi';

import type { Filter } from '../stats/query/filter.ts';
import { filtersSchema, filterSchema } from '../stats/filters-schema.ts';

export interface SegmentBody {
  readonly name?: string;
  readonly filters?: readonly Filter[];
}

const fields = {
  name: nameSchema().description('Unique among the segments of the website'),
  filters: filtersSchema().min(1).description('As in a query; all of them must be met'),
};

export const createSegmentSchema = Joi.object<SegmentBody>()
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
export const updateSegmentSchema = Joi.object<SegmentBody>()
  .meta({ component: 'UpdateSegment' })
  .keys(fields)
  .shared(filterSchema);

export const segmentAnswerSchema = Joi.object()
  .meta({ component: 'Segment' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().required(),
    filters: filtersSchema().required(),
    created_at: Joi.string().isoDate().required(),
  })
  .shared(filterSchema);
