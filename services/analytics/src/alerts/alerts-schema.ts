import { nameSchema } from '@platform/http';
import Joi from 'joi';

import { ALERT_DEFAULTS, ALERT_PERIODS, ALERT_TYPES } from './alert.ts';
import type { AlertPeriod, AlertType } from './alert.ts';

export interface AlertBody {
  readonly name?: string;
  readonly type?: AlertType;
  readonly threshold?: number | null;
  readonly hours?: number | null;
  readonly goal?: number | null;
  readonly period?: AlertPeriod | null;
  readonly recipients?: string | null;
}

const fields = {
  name: nameSchema().description('Unique among the alerts of the website'),
  type: Joi.string()
    .valid(...ALERT_TYPES)
    .description(
      'spike: many visits within an hour; silence: no visits for hours in which there usually are some; goal: a number of conversions; drop: a day with far fewer visits than the same weekday usually has',
    ),
  threshold: Joi.number()
    .integer()
    .min(1)
    .max(2_000_000_000)
    .allow(null)
    .description(
      'For spike: visits that began within an hour; for goal: conversions, 1 by default; for drop: by how many per cent, 1 to 100 and 50 by default',
    ),
  hours: Joi.number().integer().min(1).max(168).allow(null).description('For silence: hours without visits'),
  goal: Joi.number()
    .integer()
    .min(1)
    .max(2_147_483_647)
    .allow(null)
    .description('For goal: the id of the goal'),
  period: Joi.string()
    .valid(...ALERT_PERIODS)
    .allow(null)
    .description('For goal: the period in which conversions are counted'),
  recipients: Joi.string()
    .allow('', null)
    .max(20_000)
    .description('E-mail addresses, one per line; those of the website’s e-mail digests by default'),
};

export const createAlertSchema = Joi.object<AlertBody>()
  .meta({ component: 'CreateAlert' })
  .example({ name: 'Busy', type: 'spike', threshold: 500 })
  .keys({
    ...fields,
    name: fields.name.required(),
    type: fields.type.required(),
    hours: fields.hours.meta({ default: ALERT_DEFAULTS.hours }),
    period: fields.period.meta({ default: ALERT_DEFAULTS.period }),
  });
export const updateAlertSchema = Joi.object<AlertBody>(fields).meta({ component: 'UpdateAlert' });

export const alertAnswerSchema = Joi.object()
  .meta({ component: 'Alert' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().required(),
    type: fields.type.required(),
    threshold: fields.threshold.required(),
    hours: fields.hours.required(),
    goal: fields.goal.required(),
    period: fields.period.required(),
    recipients: Joi.string().allow(null).required(),
    goes_to: Joi.array()
      .items(Joi.string())
      .required()
      .description('Who gets the alert; nobody while the list is empty'),
    last_told_at: Joi.string()
      .isoDate()
      .allow(null)
      .required()
      .description('When it last went off; null: not in the last 90 days'),
    created_at: Joi.string().isoDate().required(),
  });
