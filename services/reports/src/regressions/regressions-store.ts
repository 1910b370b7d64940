import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import { recipientsOf } from '@platform/mailer';
import type { MailOutcome } from '@platform/mailer';

import type { RegressionMail } from './regression.ts';
import { CLAIM, TAKE, toRegressionMail } from './regression-row.ts';
import type { PlannedRow, RegressionMailRow } from './regression-row.ts';

export interface RegressionsStore {
  /**
   * Takes regressions that nobody has planned and, in the same transaction, writes a mail for each
   * recipient. Other processes skip those that are being planned.
   * @returns how many were taken
   */
  plan(now: Date, limit: number): Promise<number>;
  /** Claims the next open mail until `claimedUntil`; after that another attempt may be made. */
  claim(now: Date, claimedUntil: Date): Promise<RegressionMail | undefined>;
  /**
   * Records how an attempt ended. If its claim ran out and another attempt was made, only success
   * still counts: a late failure would reopen what may have been sent since.
   */
  finish(mail: RegressionMail, outcome: MailOutcome): Promise<void>;
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

  async finish({ runId, recipient, attempts }, outcome) {
    const isOpen = outcome.status === 'pending';
    await database('regression_mails')
      .where({ run_id: runId, recipient })
      .where(outcome.status === 'sent' ? {} : { status: 'sending', attempts })
      .update({
        status: outcome.status,
        error: 'error' in outcome ? outcome.error.slice(0, 500) : null,
        finished_at: isOpen ? null : database.fn.now(),
        ...(isOpen ? { next_attempt_at: outcome.retryAt } : {}),
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
