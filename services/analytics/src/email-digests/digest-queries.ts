import type { Frequency } from './due-dates.ts';
import type { Delivery } from './delivery.ts';

export interface ScheduleRow {
  readonly website_id: number;
  readonly organisation: string;
  readonly frequency: Frequency;
  readonly timezone: string;
  readonly email_recipients: string | null;
}

/** A website whose settings aren't those of its schedule; null where it has none yet. */
export type ChangedRow = ScheduleRow & {
  readonly old_frequency: Frequency | null;
  readonly old_timezone: string | null;
  readonly next_due_at: Date | null;
};

export interface DeliveryRow {
  readonly website_id: number;
  readonly frequency: Frequency;
  readonly first_day: string;
  readonly last_day: string;
  readonly recipient: string;
  readonly attempts: number;
  readonly domain: string | null;
  readonly site_key: string | null;
  readonly timezone: string | null;
  readonly is_wanted: boolean | null;
}

export const CHANGED = `
  SELECT w.id AS website_id, w.organisation, w.email_frequency AS frequency, w.timezone, w.email_recipients,
    s.frequency AS old_frequency, s.timezone AS old_timezone, s.next_due_at
  FROM websites w
  LEFT JOIN email_schedules s ON s.website_id = w.id
  WHERE w.email = 1 AND (s.website_id IS NULL OR s.frequency <> w.email_frequency OR s.timezone <> w.timezone)`;

export const DUE = `
  SELECT s.website_id, w.organisation, s.frequency, s.timezone, w.email_recipients
  FROM email_schedules s JOIN websites w ON w.id = s.website_id AND w.email = 1
  WHERE s.next_due_at <= ? ORDER BY s.next_due_at LIMIT ? FOR UPDATE OF s SKIP LOCKED`;

export const CLAIM = `
  WITH claimed AS (
    SELECT website_id, frequency, first_day, recipient FROM email_deliveries
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= ?
    ORDER BY next_attempt_at, website_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE email_deliveries d SET status = 'sending', attempts = d.attempts + 1, next_attempt_at = ?
  FROM claimed c LEFT JOIN websites w ON w.id = c.website_id
  WHERE d.website_id = c.website_id AND d.frequency = c.frequency AND d.first_day = c.first_day AND d.recipient = c.recipient
  RETURNING d.website_id, d.frequency, d.first_day::text, d.last_day::text, d.recipient, d.attempts, w.domain, w.site_key, w.timezone,
    (w.email = 1 AND NOT EXISTS (SELECT 1 FROM email_unsubscribes u WHERE u.website_id = d.website_id AND u.recipient = d.recipient)) AS is_wanted`;

export const toDelivery = (row: DeliveryRow): Delivery => ({
  websiteId: row.website_id,
  frequency: row.frequency,
  recipient: row.recipient,
  attempts: row.attempts,
  range: { from: row.first_day, to: row.last_day },
  domain: row.domain ?? '',
  siteKey: row.site_key ?? '',
  timezone: row.timezone ?? 'UTC',
  isWanted: row.is_wanted === true,
});
