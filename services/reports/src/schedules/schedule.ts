import type { Language } from '@platform/errors';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The time of day, and of the week, at which something repeats. */
export interface Times {
  /** 1 is Monday. Of a monthly schedule it is the first such day. */
  readonly weekday: number;
  /** 0–23, in `timezone`. */
  readonly hour: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Of a schedule that doesn't name its own. */
export const USUAL_TIMES: Times = { weekday: 1, hour: 6, timezone: 'UTC' };

/** Fields of an answer that nobody sets: they pass with time, or follow from the others. */
export const FOLLOWING = ['next_at', 'last_at', 'email_goes_to'];

/** Settings of a schedule that a client may change. */
export interface ScheduleSettings {
  readonly frequency: Frequency;
  /** Null for one that goes by the time at which it was made. */
  readonly times: Times | null;
  /** 1: send e-mails when the report gets worse. */
  readonly email: 0 | 1;
  /** Addresses, one per line; null for the owner of the installation. */
  readonly emailRecipients: string | null;
  /** Of the e-mails. */
  readonly language: Language;
}

/** Generates a report again, by the day, the week or the month. */
export interface Schedule extends ScheduleSettings {
  readonly id: number;
  readonly organisation: string;
  readonly reportId: number;
  /** Address of the report's page. */
  readonly url: string;
  readonly nextAt: Date;
  readonly lastAt: Date | null;
  readonly createdAt: Date;
}
