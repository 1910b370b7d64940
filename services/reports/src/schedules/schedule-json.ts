import { recipientsOf } from '@platform/mailer';

import type { Schedule } from './schedule.ts';

/** @param ownerEmail gets the e-mails for schedules without recipients */
export const present = (schedule: Schedule, ownerEmail: string | undefined) => ({
  id: schedule.id,
  report_id: schedule.reportId,
  frequency: schedule.frequency,
  weekday: schedule.times?.weekday ?? null,
  hour: schedule.times?.hour ?? null,
  timezone: schedule.times?.timezone ?? null,
  email: schedule.email,
  email_recipients: schedule.emailRecipients,
  language: schedule.language,
  email_goes_to: schedule.email === 1 ? recipientsOf(schedule.emailRecipients, ownerEmail) : [],
  next_at: schedule.nextAt.toISOString(),
  last_at: schedule.lastAt?.toISOString() ?? null,
  created_at: schedule.createdAt.toISOString(),
});
