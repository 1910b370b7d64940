import type { Language } from '@platform/errors';

export type Frequency = 'daily' | 'weekly';

/** Settings of a schedule that a client may change. */
export interface ScheduleSettings {
  readonly frequency: Frequency;
  /** 1: send e-mails when the report gets worse. */
  readonly email: 0 | 1;
  /** Addresses, one per line; null for the owner of the installation. */
  readonly emailRecipients: string | null;
  /** Of the e-mails. */
  readonly language: Language;
}

/** Generates a report again, day by day or week by week. */
export interface Schedule extends ScheduleSettings {
  readonly id: number;
  readonly organisation: string;
  readonly reportId: number;
  readonly nextAt: Date;
  readonly lastAt: Date | null;
  readonly createdAt: Date;
}
