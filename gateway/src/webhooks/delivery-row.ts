import type { Attempt, Delivery, DueDelivery, WebhookEvent } from './webhook.ts';
import { toWebhook } from './webhook-row.ts';
import type { WebhookRow } from './webhook-row.ts';

interface EventColumns {
  event_id: string;
  event_organisation: string;
  type: string;
  occurred_at: Date;
  data: WebhookEvent['data'];
}

export interface DeliveryRow extends EventColumns {
  id: string;
  webhook_id: string;
  status: Delivery['status'];
  attempts: Attempt[];
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
}

export interface ClaimedRow extends WebhookRow, EventColumns {
  delivery_id: string;
  attempt: number;
}

const EVENT = 'e.id AS event_id, e.organisation_id AS event_organisation, e.type, e.occurred_at, e.data';

/** Deliveries with their events; a condition follows. */
export const DELIVERIES = `
  SELECT d.id, d.webhook_id, d.status, d.attempts, d.next_attempt_at, d.delivered_at, d.created_at, ${EVENT}
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id`;

/**
 * Claims due deliveries of webhooks that are on, a few of each webhook and organisation at a time.
 * Organisations take turns, each with its oldest. A claim is a lease: the next attempt is put off by
 * it, so a delivery whose worker died comes back by itself.
 */
export const CLAIM = `
  WITH under_way AS (
    SELECT key AS id, value::integer AS count FROM jsonb_each_text(CAST(:underWay AS jsonb))
  ), placed AS (
    SELECT d.id, d.next_attempt_at, w.organisation_id, coalesce(o.count, 0) AS of_organisation,
      coalesce(u.count, 0) + row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.next_attempt_at) AS place
    FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      LEFT JOIN under_way u ON u.id = w.id LEFT JOIN under_way o ON o.id = w.organisation_id
    WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND w.disabled_at IS NULL
      AND coalesce(u.count, 0) < :each AND coalesce(o.count, 0) < :ofOrganisation
  ), turns AS (
    SELECT id, next_attempt_at,
      of_organisation + row_number() OVER (PARTITION BY organisation_id ORDER BY next_attempt_at) AS turn
    FROM placed WHERE place <= :each
  ), due AS (
    SELECT id FROM webhook_deliveries
    WHERE id IN (
      SELECT id FROM turns WHERE turn <= :ofOrganisation ORDER BY turn, next_attempt_at LIMIT :limit
    ) AND status = 'pending' AND next_attempt_at <= now()
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE webhook_deliveries SET attempt = attempt + 1, next_attempt_at = now() + :lease * interval '1 second'
    WHERE id IN (SELECT id FROM due) RETURNING id AS delivery_id, attempt, webhook_id, event_id
  )
  SELECT c.delivery_id, c.attempt, w.*, ${EVENT}
  FROM claimed c JOIN webhooks w ON w.id = c.webhook_id JOIN webhook_events e ON e.id = c.event_id`;

const toEvent = (row: EventColumns): WebhookEvent => ({
  id: row.event_id,
  organisation: row.event_organisation,
  type: row.type,
  occurredAt: row.occurred_at,
  data: row.data,
});

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: toEvent(row),
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  deliveredAt: row.delivered_at,
  createdAt: row.created_at,
});

export const toDue = (row: ClaimedRow): DueDelivery => ({
  id: row.delivery_id,
  attempt: row.attempt,
  event: toEvent(row),
  webhook: toWebhook(row),
});
