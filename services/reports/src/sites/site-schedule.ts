import type { Language } from '@platform/errors';

import { USUAL_TIMES } from '../schedules/calendar.ts';
import type { Frequency, Times } from '../schedules/calendar.ts';

/** When a site is crawled by itself, and who hears of it. */
export interface ScheduleSettings extends Times {
  readonly frequency: Frequency;
  /** 1: send e-mails when the site got worse. */
  readonly email: 0 | 1;
  /** Addresses, one per line; null for the owner of the installation. */
  readonly emailRecipients: string | null;
  /** Of the e-mails. */
  readonly language: Language;
}

export interface SiteSchedule extends ScheduleSettings {
  readonly siteId: number;
  readonly organisation: string;
  readonly nextAt: Date;
  readonly lastAt: Date | null;
}

/** Of a schedule that names no more than its site. */
export const USUAL_SCHEDULE: ScheduleSettings = {
  frequency: 'weekly',
  ...USUAL_TIMES,
  email: 1,
  emailRecipients: null,
  language: 'en',
};
