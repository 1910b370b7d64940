import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';

import { CLAIM, DELIVERIES, toDelivery, toDue } from './delivery-row.ts';
import type { ClaimedRow, DeliveryRow } from './delivery-row.ts';
import type { Attempt, Delivery, DueDelivery } from './webhook.ts';

/** What to do with a delivery after an attempt. */
export type AfterAttempt =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry'; readonly pauseMilliseconds: number }
  | { readonly outcome: 'failed'; readonly switchOff: string | null };

/** How many deliveries to claim. */
export interface Claim {
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
  /** Makes a delivery due again, with all its attempts. */
  repeat(webhookId: string, id: string): Promise<Delivery | undefined>;
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
    async repeat(webhookId, id) {
      await database('webhook_deliveries')
        .where({ webhook_id: webhookId, id })
        .update({ status: 'pending', attempt: 0, next_attempt_at: database.fn.now() });
      return find(webhookId, id);
    },
    async sweep(days) {
      await database('webhook_events')
        .whereRaw("created_at < now() - ? * interval '1 day'", [days])
        .whereNotExists(
          database('webhook_deliveries').whereRaw(
            "webhook_deliveries.event_id = webhook_events.id AND status = 'pending'",
          ),
        )
        .delete();
    },
  };
};
