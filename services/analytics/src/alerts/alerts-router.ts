import type { ApiRouter } from '@platform/http';

import { websiteRecordsRouter } from '../websites/website-records.ts';
import { alertAnswerSchema, createAlertSchema, updateAlertSchema } from './alerts-schema.ts';
import type { AddressedAlert, AlertsService } from './alerts-service.ts';

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
