import type { Webhook } from './webhook.ts';

export interface WebhookRow {
  id: string;
  organisation_id: string;
  url: string;
  description: string | null;
  events: string[];
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  organisation: row.organisation_id,
  url: row.url,
  description: row.description,
  events: row.events,
  secret: row.secret,
  oldSecret: row.old_secret,
  oldSecretUntil: row.old_secret_until,
  failingSince: row.failing_since,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
