import type { Database, Transaction } from '@platform/database';
import { typeid } from 'typeid-js';

import type { WebhookEvent } from './webhook.ts';

/** Notified when a delivery becomes due. */
export const DUE_CHANNEL = 'webhook_deliveries';
export const DUE = 'due';

/** Tells the workers that something is due, at the commit if `database` is a transaction. */
export const tellDue = async (database: Database | Transaction): Promise<void> => {
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
