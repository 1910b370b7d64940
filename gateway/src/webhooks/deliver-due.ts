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

/** Deliveries in flight at a time. */
const BATCH = 20;

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
  for (;;) {
    if (signal.aborted) return;
    const due = await store.claim(BATCH, leaseSeconds);
    const results = await Promise.allSettled(due.map(deliver));
    for (const result of results)
      if (result.status === 'rejected')
        logger.error(
          { err: result.reason as unknown },
          'an attempt to deliver an event could not be recorded',
        );
    if (due.length < BATCH) return;
  }
};
