import { nameSchema } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { websiteRecordsRouter } from '../websites/website-records.ts';
import { ALERT_DEFAULTS, ALERT_PERIODS, ALERT_TYPES } from './alert.ts';
import type { AddressedAlert, AlertsService, AlertBody } from './alerts-service.ts';

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

const createAlertSchema = Joi.object<AlertBody>()
  .meta({ component: 'CreateAlert' })
  .example({ name: 'Busy', type: 'spike', threshold: 500 })
  .keys({
    ...fields,
    name: fields.name.required(),
    type: fields.type.required(),
    hours: fields.hours.meta({ default: ALERT_DEFAULTS.hours }),
    period: fields.period.meta({ default: ALERT_DEFAULTS.period }),
  });
const updateAlertSchema = Joi.object<AlertBody>(fields).meta({ component: 'UpdateAlert' });

const alertAnswerSchema = Joi.object()
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

const toJson = (alert: AddressedAlert) => ({
  id: alert.id,
  name: alert.name,
  type: alert.rule.type,
  threshold: 'threshold' in alert.rule ? alert.rule.threshold : null,
  hours: 'hours' in alert.rule ? alert.rule.hours : null,
  goal: 'goal' in alert.rule ? alert.rule.goal : null,
  period: 'period' in alert.rule ? alert.rule.period : null,
  recipients: alert.recipients,
  goes_to: alert.goesTo,
  last_told_at: alert.lastToldAt?.toISOString() ?? null,
  created_at: alert.createdAt.toISOString(),
});

/** `/api/v1/websites/{id}/alerts` */
export const createAlertsRouter = (alerts: AlertsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Alerts',
      description: 'Messages about a spike, a drop, a silence, or a goal that has been reached.',
    },
    record: 'alert',
    readScope: 'websites:read',
    records: alerts,
    toJson,
    answer: alertAnswerSchema,
    counted: ['goes_to', 'last_told_at'],
    bodies: { create: createAlertSchema, update: updateAlertSchema },
    words: {
      list: { summary: 'List alerts' },
      create: {
        summary: 'Create an alert',
        description:
          'Sent once by e-mail: a spike once a day, a silence until the next visit, a goal once per period, a drop an hour after its day has ended. A drop is measured against the middle of the same weekday in the four weeks before: at least two of them must be known, with 20 visits.',
      },
    },
  });
