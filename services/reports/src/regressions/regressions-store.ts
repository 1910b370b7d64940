import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import type { Language } from '@platform/errors';
import { changesOf, ofAttempt, recipientsOf } from '@platform/mailer';
import type { OpenMail, OpenMails } from '@platform/mailer';
import { COLUMNS, toReport } from '../reports/reports-store.ts';
import type { ReportRow } from '../reports/reports-store.ts';
import type { Report } from '../reports/report.ts';

/** A message to one recipient that a run is worse than the one before. */
export interface RegressionMail extends OpenMail {
  readonly runId: number;
  readonly recipient: string;
  readonly report: Report;
  /** That of the report's schedules; of the first that has the recipient, where they differ. */
  readonly language: Language;
}

/** A mail together with the columns of its report. */
interface RegressionMailRow extends ReportRow {
  run_id: number;
  recipient: string;
  attempts: number;
  language: Language | null;
  is_wanted: boolean;
}

interface PlannedRow {
  run_id: number;
  /** The recipients of each schedule of the report. */
  lists: (string | null)[];
}

const TAKE = `
  WITH taken AS (
    SELECT run_id FROM regressions WHERE NOT is_planned ORDER BY run_id LIMIT :limit FOR UPDATE SKIP LOCKED)
  UPDATE regressions SET is_planned = true FROM taken WHERE regressions.run_id = taken.run_id
  RETURNING regressions.run_id, ARRAY(
    SELECT email_recipients FROM schedules WHERE report_id = regressions.report_id AND email = 1) AS lists`;

const CLAIM = `
  WITH claimed AS (
    SELECT run_id, recipient FROM regression_mails
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= :now
    ORDER BY next_attempt_at, run_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE regression_mails m SET status = 'sending', attempts = m.attempts + 1, next_attempt_at = :until
  FROM claimed c JOIN regressions b ON b.run_id = c.run_id JOIN reports r ON r.id = b.report_id
  WHERE m.run_id = c.run_id AND m.recipient = c.recipient
  RETURNING m.run_id, m.recipient, m.attempts, ${COLUMNS.map((name) => `r.${name}`).join(', ')},
    (SELECT s.language FROM schedules s WHERE s.report_id = r.id AND s.email = 1
     ORDER BY m.recipient = ANY (string_to_array(coalesce(s.email_recipients, ''), E'\\n')) DESC, s.id LIMIT 1) AS language,
    (EXISTS (SELECT FROM schedules s WHERE s.report_id = r.id AND s.email = 1)
     AND NOT EXISTS (
       SELECT FROM regression_unsubscribes u WHERE u.report_id = r.id AND u.recipient = m.recipient
     )) AS is_wanted`;

const toRegressionMail = (row: RegressionMailRow): RegressionMail => ({
  runId: row.run_id,
  recipient: row.recipient,
  attempts: row.attempts,
  language: row.language ?? 'en',
  isWanted: row.is_wanted,
  report: toReport(row),
});

export interface RegressionsStore extends OpenMails<RegressionMail> {
  /**
   * Takes regressions that nobody has planned and, in the same transaction, writes a mail for each
   * recipient. Other processes skip those that are being planned.
   * @returns how many were taken
   */
  plan(now: Date, limit: number): Promise<number>;
  unsubscribe(reportId: number, recipient: string): Promise<void>;
  /** The URL of a report, for the page on which somebody unsubscribes. */
  urlOf(reportId: number): Promise<string | undefined>;
}

/**
 * Stores e-mails about regressions in PostgreSQL. The generation store writes the regressions.
 * @param ownerEmail gets the e-mails for schedules without recipients
 */
export const createRegressionsStore = (
  database: Database,
  ownerEmail: string | undefined,
): RegressionsStore => ({
  plan: (now, limit) =>
    inTransaction(database, async (transaction) => {
      const { rows } = await transaction.raw<{ rows: PlannedRow[] }>(TAKE, { limit });
      const mails = rows.flatMap(({ run_id, lists }) =>
        [...new Set(lists.flatMap((list) => recipientsOf(list, ownerEmail)))].map((recipient) => ({
          run_id,
          recipient,
          next_attempt_at: now,
        })),
      );
      if (mails.length > 0)
        await transaction('regression_mails').insert(mails).onConflict(['run_id', 'recipient']).ignore();
      return rows.length;
    }),

  async claim(now, claimedUntil) {
    const { rows } = await database.raw<{ rows: RegressionMailRow[] }>(CLAIM, { now, until: claimedUntil });
    return rows[0] && toRegressionMail(rows[0]);
  },

  async finish(mail, outcome) {
    await database('regression_mails')
      .where({ run_id: mail.runId, recipient: mail.recipient })
      .where(ofAttempt(mail, outcome))
      .update({
        ...changesOf(outcome),
        finished_at: outcome.status === 'pending' ? null : database.fn.now(),
      });
  },

  async unsubscribe(reportId, recipient) {
    await database.raw(
      `INSERT INTO regression_unsubscribes (report_id, recipient)
       SELECT id, :recipient FROM reports WHERE id = :reportId ON CONFLICT DO NOTHING`,
      { reportId, recipient },
    );
  },

  async urlOf(reportId) {
    const row = await database('reports').where({ id: reportId }).first<{ url: string } | undefined>('url');
    return row?.url;
  },
});
