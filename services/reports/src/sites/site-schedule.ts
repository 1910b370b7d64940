import type { Language } from '@platform/errors';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;

/** When a site is crawled by itself, and who hears of it. */
export interface ScheduleSettings {
  readonly frequency: (typeof FREQUENCIES)[number];
  /** 1 is Monday. Of a monthly schedule it is the first such day. */
  readonly weekday: number;
  /** 0–23, in `timezone`. */
  readonly hour: number;
  /** IANA name. */
  readonly timezone: string;
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
  weekday: 1,
  hour: 6,
  timezone: 'UTC',
  email: 1,
  emailRecipients: null,
  language: 'en',
};
