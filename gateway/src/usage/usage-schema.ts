import Joi from 'joi';

import { isCalendarTime } from '../keys/keys-schema.ts';
import { SERVICE_AREAS } from '../service-areas.ts';

export interface UsageQuery {
  from?: string;
  to?: string;
  key_id?: string;
}

const day = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/, 'a day')
  .custom((value: string, helpers) => (isCalendarTime(value) ? value : helpers.error('string.pattern.name')))
  .messages({ 'string.pattern.name': '{{#label}} must be a day such as 2026-11-22' });

export const usageQuery = Joi.object<UsageQuery>({
  from: day.description('First day (UTC); the first of the month, if not given').example('2026-11-01'),
  to: day.description('Last day (UTC); today, if not given').example('2026-11-22'),
  key_id: Joi.string()
    .max(100)
    .description('Only what this key, or this member, has used; quotas are those of the organisation')
    .example('key_01h455vb4pex5vsknk084sn02q'),
});

const count = Joi.number().integer().min(0).required();
const counts = { requests: count, events: count, reports: count, exports: count };

export const usageResponse = Joi.object({
  from: day.required(),
  to: day.required(),
  total: Joi.object(counts).required(),
  quotas: Joi.array()
    .items(
      Joi.object({
        unit: Joi.string().valid('requests', 'events', 'reports', 'exports').required(),
        quota: count.description('How much the organisation may use in a month'),
        used: count,
        month: Joi.string().required().example('2026-11'),
        reached: Joi.array()
          .items(Joi.object({ percent: count, at: Joi.string().isoDate().required() }))
          .required()
          .description('When 80 and 100 per cent were used'),
      }),
    )
    .required(),
  items: Joi.array()
    .items(
      Joi.object({
        day: day.required(),
        key_id: Joi.string().required(),
        area: Joi.string()
          .valid(...SERVICE_AREAS, 'gateway')
          .required(),
        ...counts,
      }),
    )
    .required(),
});
