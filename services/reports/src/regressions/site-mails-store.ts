import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import type { Language } from '@platform/errors';
import { changesOf, ofAttempt, recipientsOf } from '@platform/mailer';
import type { OpenMail, OpenMails } from '@platform/mailer';

/** A message to one recipient that a crawl found a site worse than before. */
export interface SiteMail extends OpenMail {
  readonly crawlId: number;
  readonly siteId: number;
  readonly organisation: string;
  readonly pageKey: string;
  readonly recipient: string;
  readonly language: Language;
}

interface SiteMailRow {
  crawl_id: number;
  site_id: number;
  organisation: string;
  page_key: string;
  recipient: string;
  attempts: number;
  language: Language | null;
  is_wanted: boolean;
}

interface PlannedRow {
  id: number;
  email_recipients: string | null;
  /** Null without a schedule: nobody is told then. */
  email: 0 | 1 | null;
}

const TAKE = `
  WITH taken AS (
    SELECT id, coalesce(series_id, id) AS site_id FROM sites WHERE got_worse AND NOT is_planned
    ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED)
  UPDATE sites SET is_planned = true FROM taken LEFT JOIN site_schedules s ON s.site_id = taken.site_id
  WHERE sites.id = taken.id RETURNING sites.id, s.email, s.email_recipients`;

const CLAIM = `
  WITH claimed AS (
    SELECT crawl_id, recipient FROM site_mails
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= :now
    ORDER BY next_attempt_at, crawl_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE site_mails m SET status = 'sending', attempts = m.attempts + 1, next_attempt_at = :until
  FROM claimed c JOIN sites crawl ON crawl.id = c.crawl_id JOIN sites site ON site.id = coalesce(crawl.series_id, crawl.id)
    LEFT JOIN site_schedules s ON s.site_id = site.id
  WHERE m.crawl_id = c.crawl_id AND m.recipient = c.recipient
  RETURNING m.crawl_id, m.recipient, m.attempts, site.id AS site_id, site.organisation, site.page_key, s.language,
    (coalesce(s.email, 0) = 1 AND NOT EXISTS (
      SELECT FROM site_unsubscribes u WHERE u.site_id = site.id AND u.recipient = m.recipient)) AS is_wanted`;

export interface SiteMailsStore extends OpenMails<SiteMail> {
  /**
   * Takes crawls that found a site worse and, in the same transaction, writes a mail for each recipient of
   * its schedule. Other processes skip those that are being planned.
   * @returns how many were taken
   */
  plan(now: Date, limit: number): Promise<number>;
  unsubscribe(siteId: number, recipient: string): Promise<void>;
  /** The start address of a site, for the page on which somebody unsubscribes. */
  urlOf(siteId: number): Promise<string | undefined>;
}

/**
 * Stores e-mails about sites in PostgreSQL. Crawls write what got worse.
 * @param ownerEmail gets the e-mails for schedules without recipients
 */
export const createSiteMailsStore = (database: Database, ownerEmail: string | undefined): SiteMailsStore => ({
  plan: (now, limit) =>
    inTransaction(database, async (transaction) => {
      const { rows } = await transaction.raw<{ rows: PlannedRow[] }>(TAKE, { limit });
      const mails = rows
        .filter(({ email }) => email === 1)
        .flatMap(({ id, email_recipients: list }) =>
          recipientsOf(list, ownerEmail).map((recipient) => ({
            crawl_id: id,
            recipient,
            next_attempt_at: now,
          })),
        );
      if (mails.length > 0)
        await transaction('site_mails').insert(mails).onConflict(['crawl_id', 'recipient']).ignore();
      return rows.length;
    }),

  async claim(now, claimedUntil) {
    const { rows } = await database.raw<{ rows: SiteMailRow[] }>(CLAIM, { now, until: claimedUntil });
    const [row] = rows;
    return (
      row && {
        crawlId: row.crawl_id,
        siteId: row.site_id,
        organisation: row.organisation,
        pageKey: row.page_key,
        recipient: row.recipient,
        attempts: row.attempts,
        language: row.language ?? 'en',
        isWanted: row.is_wanted,
      }
    );
  },

  async finish(mail, outcome) {
    await database('site_mails')
      .where({ crawl_id: mail.crawlId, recipient: mail.recipient })
      .where(ofAttempt(mail, outcome))
      .update({
        ...changesOf(outcome),
        finished_at: outcome.status === 'pending' ? null : database.fn.now(),
      });
  },

  async unsubscribe(siteId, recipient) {
    await database.raw(
      `INSERT INTO site_unsubscribes (site_id, recipient)
       SELECT id, :recipient FROM sites WHERE id = :siteId ON CONFLICT DO NOTHING`,
      { siteId, recipient },
    );
  },

  async urlOf(siteId) {
    const row = await database('sites').where({ id: siteId }).first<{ url: string } | undefined>('url');
    return row?.url;
  },
});
