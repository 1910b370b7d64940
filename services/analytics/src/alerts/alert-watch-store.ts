import type { Language } from '@platform/errors';
import { inTransaction, OUTBOX_ID, plainArray } from '@platform/database';
import type { Database } from '@platform/database';
import { changesOf, ofAttempt } from '@platform/mailer';
import type { OpenMail, OpenMails } from '@platform/mailer';

import type { Span } from '../calendar/date-range.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { IN_BACKGROUND, limitTransaction } from '../sql/sql.ts';
import type { Alert, Occasion } from './alert.ts';
import { toAlert } from './alerts-store.ts';
import type { AlertRow } from './alerts-store.ts';

interface WebhookEvent {
  readonly type: 'website.spike' | 'website.drop' | 'website.silent' | 'website.goal_reached';
  readonly data: Readonly<Record<string, unknown>>;
}

/** The day of an occasion with the key of one. */
export const dayOf = (key: string): LocalDay => key.slice(0, 10);

/** Builds the webhook event for an occasion. */
const webhookEventOf = (
  { id, name, websiteId, domain, rule }: Alert & { readonly domain: string },
  { key, count, usual }: Occasion,
): WebhookEvent => {
  const website = { id: websiteId, domain, alert: { id, name } };
  switch (rule.type) {
    case 'spike':
      return { type: 'website.spike', data: { ...website, visits: count, threshold: rule.threshold } };
    case 'silence':
      return { type: 'website.silent', data: { ...website, hours: count } };
    case 'drop':
      return {
        type: 'website.drop',
        data: { ...website, day: dayOf(key), visits: count, usual, threshold: rule.threshold },
      };
    case 'goal':
      return {
        type: 'website.goal_reached',
        data: {
          ...website,
          goal: { id: rule.goal },
          conversions: count,
          threshold: rule.threshold,
          period: rule.period,
        },
      };
  }
};

/** An alert that is due to be looked at. */
export interface DueAlert extends Alert {
  readonly organisation: string;
  readonly domain: string;
  readonly timezone: string;
  /** Of the website, one per line. */
  readonly websiteRecipients: string | null;
}

/** A message to one recipient. */
export interface AlertMessage extends OpenMail {
  readonly alert: Alert;
  readonly occasion: Occasion;
  readonly recipient: string;
  readonly happenedAt: Date;
  readonly domain: string;
  readonly siteKey: string;
  /** Of the website's e-mails. */
  readonly language: Language;
}

export interface AlertWatchStore extends OpenMails<AlertMessage> {
  /**
   * Takes alerts that are due, so that no other process looks at them before `until`: all of each
   * website that has one.
   * @param limit how many of the alerts that are due longest choose the websites
   * @param except websites whose alerts are being looked at already
   */
  claimDue(now: Date, until: Date, limit: number, except: readonly number[]): Promise<readonly DueAlert[]>;
  checkedUntil(alert: Alert, next: Date): Promise<void>;
  /** Visits that began in a span. */
  visits(websiteId: number, span: Span): Promise<number>;
  /** Start of the last quarter of an hour in which something was counted, before an instant. */
  lastQuarter(websiteId: number, before: number): Promise<Date | undefined>;
  /** Keys of what an alert told: the given one, if it did, and all of those told since. */
  told(alert: Pick<Alert, 'websiteId' | 'id'>, key: string, since: Date): Promise<readonly string[]>;
  /**
   * Notes what there is to tell, by e-mail and to webhooks; what is known already is left as it is.
   * Does nothing for an alert that has been deleted meanwhile.
   */
  plan(alert: DueAlert, occasion: Occasion, recipients: readonly string[], now: Date): Promise<void>;
  /** Removes open messages of deleted alerts. */
  removeOrphans(): Promise<void>;
}

/** Placeholder for the organisation's webhooks where messages name their recipient. */
const WEBHOOKS = '';

/** Advisory lock for claiming: two processes choosing at once would share the alerts of a website. */
const CLAIM_LOCK = 0x616c7274;

const CLAIM_ALERTS = `
  UPDATE alerts a SET next_check_at = ? FROM websites w
  WHERE w.id = a.website_id AND a.next_check_at <= ? AND a.website_id IN (
    SELECT d.website_id FROM alerts d
    WHERE d.next_check_at <= ? AND d.website_id <> ALL (?::integer[])
      AND EXISTS (SELECT 1 FROM websites e WHERE e.id = d.website_id)
    ORDER BY d.next_check_at LIMIT ?)
  RETURNING a.*, w.organisation, w.domain, w.timezone, w.email_recipients`;

const REMOVE_ORPHANS = `
  DELETE FROM alert_messages m WHERE m.status IN ('pending', 'sending')
    AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.website_id = m.website_id AND a.id = m.alert_id)`;

const CLAIM_MESSAGE = `
  WITH claimed AS (
    SELECT website_id, alert_id, occasion, recipient FROM alert_messages
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= ?
      AND EXISTS (SELECT 1 FROM alerts a JOIN websites w ON w.id = a.website_id
        WHERE a.website_id = alert_messages.website_id AND a.id = alert_id)
    ORDER BY next_attempt_at, website_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE alert_messages m SET status = 'sending', attempts = m.attempts + 1, next_attempt_at = ?
  FROM claimed c JOIN alerts a ON a.website_id = c.website_id AND a.id = c.alert_id
    JOIN websites w ON w.id = c.website_id
  WHERE m.website_id = c.website_id AND m.alert_id = c.alert_id AND m.occasion = c.occasion AND m.recipient = c.recipient
  RETURNING a.*, m.occasion, m.count, m.usual, m.recipient, m.attempts, m.happened_at, w.domain, w.site_key, w.language,
    NOT EXISTS (SELECT 1 FROM email_unsubscribes u
      WHERE u.website_id = m.website_id AND u.recipient = m.recipient) AS is_wanted`;

type DueRow = AlertRow & {
  readonly organisation: string;
  readonly domain: string;
  readonly timezone: string;
  readonly email_recipients: string | null;
};
type MessageRow = AlertRow & {
  readonly occasion: string;
  readonly count: number;
  readonly usual: number | null;
  readonly recipient: string;
  readonly attempts: number;
  readonly happened_at: Date;
  readonly domain: string;
  readonly site_key: string;
  readonly language: Language;
  readonly is_wanted: boolean;
};

/** Reads and records the state of the watch over the alerts. */
export const createAlertWatchStore = (database: Database): AlertWatchStore => ({
  async claimDue(now, until, limit, except) {
    const { rows } = await inTransaction(database, async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [CLAIM_LOCK]);
      const values = [until, now, now, plainArray(except), limit];
      return transaction.raw<{ rows: DueRow[] }>(CLAIM_ALERTS, values);
    });
    return rows.map((row) => ({
      ...toAlert(row),
      organisation: row.organisation,
      domain: row.domain,
      timezone: row.timezone,
      websiteRecipients: row.email_recipients,
    }));
  },
  async checkedUntil({ websiteId, id }, next) {
    await database('alerts').where({ website_id: websiteId, id }).update({ next_check_at: next });
  },
  async visits(websiteId, { start, end }) {
    const [row] = await database('visits')
      .where({ website_id: websiteId })
      .where('started_at', '>=', new Date(start))
      .where('started_at', '<', new Date(end))
      .count<{ count: string }[]>({ count: '*' });
    return Number(row?.count ?? 0);
  },
  async lastQuarter(websiteId, before) {
    const row = await database('rollup_quarters')
      .where({ website_id: websiteId })
      .where('bucket', '<', new Date(before))
      .whereRaw('pageviews + events > 0')
      .orderBy('bucket', 'desc')
      .first<{ bucket: Date } | undefined>('bucket');
    return row?.bucket;
  },
  told: ({ websiteId, id }, key, since) =>
    database('alert_messages')
      .where({ website_id: websiteId, alert_id: id })
      .whereRaw('(occasion = ? OR happened_at > ?)', [key, since])
      .distinct()
      .pluck<string[]>('occasion'),
  async plan(alert, occasion, recipients, now) {
    const { key, count, usual = null } = occasion;
    const rowFor = (recipient: string, status: 'pending' | 'sent') => ({
      website_id: alert.websiteId,
      alert_id: alert.id,
      occasion: key,
      recipient,
      status,
      count,
      usual,
      happened_at: now,
      next_attempt_at: now,
    });
    await inTransaction(database, async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      // Makes a deletion of the alert wait; it then finds the messages.
      const exists: unknown = await transaction('alerts')
        .where({ website_id: alert.websiteId, id: alert.id })
        .forKeyShare()
        .first('id');
      if (exists === undefined) return;
      const insert = (rows: readonly object[]) =>
        transaction('alert_messages')
          .insert(rows)
          .onConflict(['website_id', 'alert_id', 'occasion', 'recipient'])
          .ignore()
          .returning<{ recipient: string }[]>('recipient');
      if (recipients.length > 0) await insert(recipients.map((recipient) => rowFor(recipient, 'pending')));
      const event = webhookEventOf(alert, occasion);
      // Of processes that look at the same time, the one that notes the occasion tells it.
      const noted = await insert([rowFor(WEBHOOKS, 'sent')]);
      if (noted.length === 0) return;
      await transaction('outbox').insert({
        id: transaction.raw(OUTBOX_ID),
        organisation: alert.organisation,
        type: event.type,
        data: JSON.stringify(event.data),
      });
    });
  },
  async removeOrphans() {
    await database.raw(REMOVE_ORPHANS);
  },
  async claim(now, until) {
    const { rows } = await database.raw<{ rows: MessageRow[] }>(CLAIM_MESSAGE, [now, until]);
    const [row] = rows;
    return (
      row && {
        alert: toAlert(row),
        occasion: { key: row.occasion, count: row.count, ...(row.usual !== null && { usual: row.usual }) },
        recipient: row.recipient,
        attempts: row.attempts,
        happenedAt: row.happened_at,
        domain: row.domain,
        siteKey: row.site_key,
        language: row.language,
        isWanted: row.is_wanted,
      }
    );
  },
  async finish(message, outcome) {
    const { alert, occasion, recipient } = message;
    await database('alert_messages')
      .where({ website_id: alert.websiteId, alert_id: alert.id, occasion: occasion.key, recipient })
      .where(ofAttempt(message, outcome))
      .update(changesOf(outcome));
  },
});
