import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import { typeid } from 'typeid-js';

import { toWebhook } from './webhooks-store.ts';
import type { WebhookRow } from './webhooks-store.ts';
import type { Attempt, Delivery, DueDelivery, WebhookEvent } from './webhook.ts';

/** Notified when a delivery becomes due. */
export const DUE_CHANNEL = 'webhook_deliveries';
export const DUE = 'due';

/** Tells the workers that something is due, at the commit if `database` is a transaction. */
const tellDue = async (database: Database | Transaction): Promise<void> => {
  await database.raw('SELECT pg_notify(?, ?)', [DUE_CHANNEL, DUE]);
};

/** Which of these events each enabled webhook has subscribed to. */
const subscriptions = async (
  database: Database | Transaction,
  events: readonly WebhookEvent[],
): Promise<{ webhookId: string; event: WebhookEvent }[]> => {
  const rows = await database('webhooks')
    .whereIn('organisation_id', [...new Set(events.map(({ organisation }) => organisation))])
    .whereNull('disabled_at')
    .select<{ id: string; organisation_id: string; events: string[] }[]>('id', 'organisation_id', 'events');
  return rows.flatMap(({ id, organisation_id: organisation, events: wanted }) =>
    events
      .filter((event) => event.organisation === organisation && wanted.includes(event.type))
      .map((event) => ({ webhookId: id, event })),
  );
};

/** Stores an event's delivery to each of these webhooks, unless it is stored already. */
export const storeDeliveries = async (
  database: Database | Transaction,
  wanted: readonly { webhookId: string; event: WebhookEvent }[],
): Promise<void> => {
  if (wanted.length === 0) return;
  const events = new Map(wanted.map(({ event }) => [event.id, event]));
  await database('webhook_events')
    .insert(
      [...events.values()].map(({ id, organisation, type, occurredAt, data }) => ({
        id,
        organisation_id: organisation,
        type,
        occurred_at: occurredAt,
        data: JSON.stringify(data),
      })),
    )
    .onConflict('id')
    .ignore();
  await database('webhook_deliveries')
    .insert(
      wanted.map(({ webhookId, event }) => ({
        id: typeid('dlv').toString(),
        webhook_id: webhookId,
        event_id: event.id,
        status: 'pending',
        next_attempt_at: database.fn.now(),
      })),
    )
    .onConflict(['webhook_id', 'event_id'])
    .ignore();
  await tellDue(database);
};

/**
 * Stores events for the webhooks that have subscribed to them; nobody is told of others. Storing an
 * event again changes nothing, so a giver who doesn't know may give it again.
 * @param database a transaction, if the events tell of what it does
 */
export const storeEvents = async (
  database: Database | Transaction,
  events: readonly WebhookEvent[],
): Promise<void> => {
  if (events.length > 0) await storeDeliveries(database, await subscriptions(database, events));
};

interface EventColumns {
  event_id: string;
  event_organisation: string;
  type: string;
  occurred_at: Date;
  data: WebhookEvent['data'];
}

interface DeliveryRow extends EventColumns {
  id: string;
  webhook_id: string;
  status: Delivery['status'];
  attempts: Attempt[];
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
}

interface ClaimedRow extends WebhookRow, EventColumns {
  delivery_id: string;
  attempt: number;
}

const EVENT = 'e.id AS event_id, e.organisation_id AS event_organisation, e.type, e.occurred_at, e.data';

/** Deliveries with their events; a condition follows. */
const DELIVERIES = `
  SELECT d.id, d.webhook_id, d.status, d.attempts, d.next_attempt_at, d.delivered_at, d.created_at, ${EVENT}
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id`;

/**
 * Claims due deliveries of webhooks that are on, a few of each webhook and organisation at a time.
 * Organisations take turns, each with its oldest. A claim is a lease: the next attempt is put off by
 * it, so a delivery whose worker died comes back by itself.
 */
const CLAIM = `
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

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: toEvent(row),
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  deliveredAt: row.delivered_at,
  createdAt: row.created_at,
});

const toDue = (row: ClaimedRow): DueDelivery => ({
  id: row.delivery_id,
  attempt: row.attempt,
  event: toEvent(row),
  webhook: toWebhook(row),
});

/** Next step for a delivery after an attempt. */
export type AfterAttempt =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly pauseMilliseconds: number }
  | { readonly outcome: 'failed'; readonly switchOff: string | null };

/** The number of deliveries to claim. */
interface Claim {
  readonly limit: number;
  /** At most so many of one webhook under way. */
  readonly each: number;
  /** At most so many of one organisation under way. */
  readonly ofOrganisation: number;
  /** Deliveries under way, by the ids of webhooks and organisations. */
  readonly underWay: ReadonlyMap<string, number>;
}

export interface DeliveriesStore {
  /**
   * Claims deliveries that are due. Another worker may claim them again after `leaseSeconds`, in
   * case this one dies.
   */
  claim(claim: Claim, leaseSeconds: number): Promise<DueDelivery[]>;
  /** Records an attempt, and what follows from it for the delivery and its webhook. */
  record(due: DueDelivery, attempt: Attempt, after: AfterAttempt): Promise<void>;
  /** Newest first, after the id `after`. */
  list(webhookId: string, after: string | null, count: number): Promise<Delivery[]>;
  find(webhookId: string, id: string): Promise<Delivery | undefined>;
  /** The delivery of an event. */
  findOf(webhookId: string, eventId: string): Promise<Delivery | undefined>;
  /** Makes a delivery due again, with all its attempts. */
  repeat(webhookId: string, id: string): Promise<Delivery | undefined>;
  /** Milliseconds until the next delivery is due; `undefined` if none is pending. */
  untilDue(): Promise<number | undefined>;
  /** Removes events that are older than `days`, with their deliveries. */
  sweep(days: number): Promise<void>;
}

export const createDeliveriesStore = (database: Database): DeliveriesStore => {
  const select = async (where: string, bindings: Record<string, unknown>): Promise<Delivery[]> => {
    const { rows } = await database.raw<{ rows: DeliveryRow[] }>(`${DELIVERIES} ${where}`, bindings as never);
    return rows.map(toDelivery);
  };
  const find = async (webhookId: string, id: string): Promise<Delivery | undefined> =>
    (await select('WHERE d.webhook_id = :webhookId AND d.id = :id', { webhookId, id }))[0];

  return {
    async claim({ limit, each, ofOrganisation, underWay }, leaseSeconds) {
      const counts = JSON.stringify(Object.fromEntries(underWay));
      const bindings = { limit, each, ofOrganisation, underWay: counts, lease: leaseSeconds };
      const { rows } = await database.raw<{ rows: ClaimedRow[] }>(CLAIM, bindings);
      return rows.map(toDue);
    },
    record: ({ id, webhook }, attempt, after) =>
      inTransaction(database, async (transaction) => {
        // First, as who removes a webhook locks it before its deliveries: PostgreSQL would end one of
        // two that wait for each other.
        await transaction('webhooks').where({ id: webhook.id }).forNoKeyUpdate().first('id');
        const next =
          after.outcome === 'retry'
            ? transaction.raw("now() + ? * interval '1 millisecond'", [after.pauseMilliseconds])
            : null;
        await transaction('webhook_deliveries')
          .where({ id })
          .update({
            status: after.outcome === 'retry' ? 'pending' : after.outcome,
            next_attempt_at: next,
            attempts: transaction.raw('attempts || ?::jsonb', [JSON.stringify([attempt])]),
            ...(after.outcome === 'delivered' ? { delivered_at: transaction.fn.now() } : {}),
          });
        const hooks = transaction('webhooks').where({ id: webhook.id });
        if (after.outcome === 'delivered')
          await hooks.whereNotNull('failing_since').update({ failing_since: null });
        else await hooks.whereNull('failing_since').update({ failing_since: transaction.fn.now() });
        if (after.outcome === 'failed' && after.switchOff !== null)
          await transaction('webhooks')
            .where({ id: webhook.id, disabled_at: null })
            .update({ disabled_at: transaction.fn.now(), disabled_reason: after.switchOff });
      }),
    list: (webhookId, after, count) =>
      select(
        `WHERE d.webhook_id = :webhookId AND (CAST(:after AS text) IS NULL OR d.id < :after)
         ORDER BY d.id DESC LIMIT :count`,
        { webhookId, after, count },
      ),
    find,
    async findOf(webhookId, eventId) {
      const where = 'WHERE d.webhook_id = :webhookId AND d.event_id = :eventId';
      return (await select(where, { webhookId, eventId }))[0];
    },
    async repeat(webhookId, id) {
      await database('webhook_deliveries')
        .where({ webhook_id: webhookId, id })
        .update({ status: 'pending', attempt: 0, next_attempt_at: database.fn.now() });
      await tellDue(database);
      return find(webhookId, id);
    },
    async untilDue() {
      const { rows } = await database.raw<{ rows: { milliseconds: number | null }[] }>(
        `SELECT (extract(epoch FROM min(d.next_attempt_at) - now()) * 1000)::float8 AS milliseconds
         FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
         WHERE d.status = 'pending' AND w.disabled_at IS NULL`,
      );
      const milliseconds = rows[0]?.milliseconds ?? undefined;
      return milliseconds === undefined ? undefined : Math.max(0, milliseconds);
    },
    async sweep(days) {
      await database('webhook_events')
        .whereRaw("created_at < now() - ? * interval '1 day'", [days])
        .whereNotExists(
          // Of a webhook that is off, nobody waits for what happened a month ago.
          database('webhook_deliveries')
            .join('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
            .whereRaw(
              "webhook_deliveries.event_id = webhook_events.id AND status = 'pending' AND disabled_at IS NULL",
            ),
        )
        .delete();
    },
  };
};
