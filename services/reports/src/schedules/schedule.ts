import type { Language } from '@platform/errors';

import type { Frequency, Times } from './calendar.ts';

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
  readonly nextAt: Date;
  readonly lastAt: Date | null;
  readonly createdAt: Date;
}
