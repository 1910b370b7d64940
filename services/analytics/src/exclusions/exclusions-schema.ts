import Joi from 'joi';

import { isLocalDay } from '../calendar/local-day.ts';

export interface PreviewBody {
  exclude_params: string;
}

export interface DropsQuery {
  from?: string;
  to?: string;
}

export const previewSchema = Joi.object<PreviewBody>()
  .meta({ component: 'PreviewExclusions' })
  .example({ exclude_params: 'utm_*' })
  .keys({
    exclude_params: Joi.string()
      .max(20_000)
      .required()
      .description('Names of further query parameters to exclude, one per line; * for any characters'),
  });

const day = Joi.string()
  .pattern(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-01-31')
  .custom((value: string, helpers) => (isLocalDay(value) ? value : helpers.error('any.invalid')));

export const dropsSchema = Joi.object<DropsQuery>({
  from: day.description("First day in the website's time zone; default: 29 days before `to`"),
  to: day.description('Last day; default: today'),
});

const count = Joi.number().integer().required();

/** What an exclusion would merge. */
export const previewAnswerSchema = Joi.object()
  .meta({ component: 'ExclusionsPreview' })
  .keys({
    days: count.description('Number of days considered'),
    pages_before: count.description('Distinct pages in these days'),
    pages_after: count.description('Distinct pages with the exclusion'),
    is_complete: Joi.boolean()
      .required()
      .description('False when only the most viewed 20,000 pages were considered'),
    merged: Joi.array()
      .items(
        Joi.object({
          page: Joi.string().allow('').required().description('What the page would be called'),
          pageviews: count,
          from: Joi.array()
            .items(Joi.object({ page: Joi.string().allow('').required(), pageviews: count }))
            .required(),
        }),
      )
      .required()
      .description(
        'The 100 most viewed pages that would result from merging, each with up to 20 of its sources',
      ),
  });

/** What was dropped on a day. */
export const dropsAnswerSchema = Joi.object()
  .meta({ component: 'Drops' })
  .keys({
    from: Joi.string().required(),
    to: Joi.string().required(),
    totals: Joi.object().pattern(Joi.string(), Joi.number().integer()).required().description('By reason'),
    days: Joi.array()
      .items(Joi.object({ day: Joi.string().required(), reason: Joi.string().required(), count }))
      .required(),
  });
