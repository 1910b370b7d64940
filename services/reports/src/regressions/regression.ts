import type { Report } from '../reports/report.ts';

/** A message to one recipient that a run is worse than the one before. */
export interface RegressionMail {
  readonly runId: number;
  readonly recipient: string;
  /** Including this attempt. */
  readonly attempts: number;
  /** False when the schedule is gone, its e-mails were turned off, or the recipient unsubscribed. */
  readonly isWanted: boolean;
  readonly report: Report;
}
