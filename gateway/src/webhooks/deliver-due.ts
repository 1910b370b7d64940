import { setTimeout } from 'node:timers/promises';

import type { Guard } from '@platform/guard';
import type { Logger } from '@platform/runtime';

import type { DeliveriesStore } from './deliveries-store.ts';
import { sendDelivery } from './send-delivery.ts';
import type { DueDelivery } from './webhook.ts';

export interface DeliverDueDeps {
  store: Pick<DeliveriesStore, 'claim' | 'record'>;
  guard: Pick<Guard, 'fetch'>;
  /** Should be longer than an attempt can take, which the guard ends after 20 s. */
  leaseSeconds: number;
  logger: Logger;
}

/** Deliveries under way at a time. */
const ALL = 20;
/** Of one webhook: one that hangs until the time-out must not hold up the others. */
const EACH = 4;
/** Of one organisation, which may have many such webhooks. */
const OF_ORGANISATION = 8;
/** While deliveries are under way, others may become due. */
const PAUSE_MILLISECONDS = 500;

/** How many deliveries each webhook and each organisation has under way, by their ids. */
const countById = (deliveries: Iterable<DueDelivery>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { webhook } of deliveries)
    for (const id of [webhook.id, webhook.organisation]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/**
 * Delivers what is due. A delivery is recorded after it was sent: a worker that dies between the two
 * leaves it to be sent again, so that none is lost.
 */
export const deliverDue = async (
  { store, guard, leaseSeconds, logger }: DeliverDueDeps,
  signal: AbortSignal,
): Promise<void> => {
  const deliver = async (due: DueDelivery): Promise<void> => {
    const { attempt, after } = await sendDelivery(guard, due, signal);
    // An attempt that was cut short by our shutting down says nothing about the webhook.
    if (signal.aborted && attempt.status === null) return;
    await store.record(due, attempt, after);
    if (after.outcome === 'failed' && after.switchOff !== null)
      logger.warn({ webhook: due.webhook.id, reason: after.switchOff }, 'a webhook was switched off');
  };
  const underWay = new Map<DueDelivery, Promise<void>>();
  const start = (due: DueDelivery): void => {
    const delivered = deliver(due)
      .catch((error: unknown) => {
        logger.error({ err: error }, 'an attempt to deliver an event could not be recorded');
      })
      .finally(() => underWay.delete(due));
    underWay.set(due, delivered);
  };
  const claim = (): Promise<DueDelivery[]> =>
    signal.aborted || underWay.size >= ALL
      ? Promise.resolve([])
      : store.claim(
          {
            limit: ALL - underWay.size,
            each: EACH,
            ofOrganisation: OF_ORGANISATION,
            underWay: countById(underWay.keys()),
          },
          leaseSeconds,
        );

  try {
    for (;;) {
      const due = await claim();
      due.forEach(start);
      if (underWay.size === 0) return;
      const pause = due.length === 0 ? PAUSE_MILLISECONDS : 0;
      await Promise.race([...underWay.values(), setTimeout(pause, undefined, { ref: false })]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
};
