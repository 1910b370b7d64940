import Joi from 'joi';

import { isRangeDay } from '../calendar/date-range.ts';
import { filterSchema, filtersSchema } from '../stats/filters-schema.ts';
import type { AskedFilter } from '../stats/query/filter.ts';

/** The selection to delete: days, rows that match a filter, or everything. */
export interface DeletionBody {
  readonly from?: string;
  readonly to?: string;
  readonly filters?: readonly AskedFilter[];
  readonly visit?: string;
  readonly everything?: boolean;
}

const day = Joi.string()
  .custom((value: string, helpers) => (isRangeDay(value) ? value : helpers.error('any.invalid')))
  .messages({ 'any.invalid': '{{#label}} must be a day such as 2026-01-31' });

/** The id of a visit, as the export of events has it. */
export const visitId = Joi.string()
  .pattern(/^-?\d{1,19}$/)
  .custom((text: string, helpers) =>
    BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : helpers.error('string.pattern.base'),
  )
  .messages({ 'string.pattern.base': '{{#label}} must be a visit_id of the export of events' })
  .example('-3907426518320453127');

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

export const previewDeletionSchema = Joi.object<DeletionBody>()
  .meta({ component: 'PreviewDeletion' })
  .example(example)
  .keys(fields)
  .shared(filterSchema);

export const createDeletionSchema = Joi.object<DeletionBody>()
  .meta({ component: 'CreateDeletion' })
  .example(example)
  .keys(fields)
  .shared(filterSchema);

const count = Joi.number().integer().required();
const from = Joi.string().allow(null).required().description('First day; null where everything goes');
const to = Joi.string().allow(null).required().description('Last day; null where everything goes');

export const deletionPreviewAnswer = Joi.object()
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

export const deletionAnswer = Joi.object()
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
