import Joi from 'joi';

import { VISIT_DIMENSIONS } from '../dimensions/dimension-names.ts';
import type { VisitDimension } from '../dimensions/dimension-names.ts';

/** One visit, with all that is known of it. */
export interface Visit {
  /** `visit_id` in the export of events. */
  readonly id: string;
  readonly startedAt: Date;
  /** From its first hit to its last. */
  readonly seconds: number;
  readonly pageviews: number;
  readonly events: number;
  readonly isBounce: boolean;
  /** Empty for what isn't known. */
  readonly values: Readonly<Record<VisitDimension, string>>;
}

/** A visit as the interface shows it. */
export const visitJson = ({ id, startedAt, seconds, pageviews, events, isBounce, values }: Visit) => ({
  id,
  started_at: startedAt.toISOString(),
  seconds,
  pageviews,
  events,
  is_bounce: isBounce,
  dimensions: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
});

const count = Joi.number().integer().min(0).required();

/** One visit in an answer. */
export const visitAnswer = Joi.object()
  .meta({ component: 'Visit' })
  .keys({
    id: Joi.string().required().description('Id of the visit, as in the export of events'),
    started_at: Joi.string().isoDate().required(),
    seconds: count.description('Time from its first page view or event to its last'),
    pageviews: count,
    events: count.description('Its events').example(2),
    is_bounce: Joi.boolean().required().description('Whether it had one page view and nothing else'),
    dimensions: Joi.object()
      .pattern(Joi.string().valid(...VISIT_DIMENSIONS), Joi.string())
      .required()
      .description('What is known of it, by dimension'),
  });

/** The id of a visit, as the export of events has it. */
export const visitId = Joi.string()
  .pattern(/^-?\d{1,19}$/)
  .custom((text: string, helpers) =>
    BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : helpers.error('string.pattern.base'),
  )
  .messages({ 'string.pattern.base': '{{#label}} must be a visit_id of the export of events' })
  .example('-3907426518320453127');
