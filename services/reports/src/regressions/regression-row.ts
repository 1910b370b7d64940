import { COLUMNS, toReport } from '../reports/report-row.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { RegressionMail } from './regression.ts';

/** A mail together with the columns of its report. */
export interface RegressionMailRow extends ReportRow {
  run_id: number;
  recipient: string;
  attempts: number;
  is_wanted: boolean;
}

export interface PlannedRow {
  run_id: number;
  /** The recipients of each schedule of the report. */
  lists: (string | null)[];
}

export const TAKE = `
  WITH taken AS (
    SELECT run_id FROM regressions WHERE NOT is_planned ORDER BY run_id LIMIT :limit FOR UPDATE SKIP LOCKED)
  UPDATE regressions SET is_planned = true FROM taken WHERE regressions.run_id = taken.run_id
  RETURNING regressions.run_id, ARRAY(
    SELECT email_recipients FROM schedules WHERE report_id = regressions.report_id AND email = 1) AS lists`;

export const CLAIM = `
  WITH claimed AS (
    SELECT run_id, recipient FROM regression_mails
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= :now
    ORDER BY next_attempt_at, run_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE regression_mails m SET status = 'sending', attempts = m.attempts + 1, next_attempt_at = :until
  FROM claimed c JOIN regressions b ON b.run_id = c.run_id JOIN reports r ON r.id = b.report_id
  WHERE m.run_id = c.run_id AND m.recipient = c.recipient
  RETURNING m.run_id, m.recipient, m.attempts, ${COLUMNS.map((name) => `r.${name}`).join(', ')},
    (EXISTS (SELECT FROM schedules s WHERE s.report_id = r.id AND s.email = 1)
     AND NOT EXISTS (
       SELECT FROM regression_unsubscribes u WHERE u.report_id = r.id AND u.recipient = m.recipient
     )) AS is_wanted`;

export const toRegressionMail = (row: RegressionMailRow): RegressionMail => ({
  runId: row.run_id,
  recipient: row.recipient,
  attempts: row.attempts,
  isWanted: row.is_wanted,
  report: toReport(row),
});
