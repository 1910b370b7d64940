import { setTimeout } from 'node:timers/promises';

import { GuardError } from '@platform/guard';
import type { Guard } from '@platform/guard';
import type { Logger } from '@platform/runtime';

import type { AfterAttempt, DeliveriesStore } from './deliveries-store.ts';
import { signedMessage } from './webhook.ts';
import type { Attempt, DueDelivery } from './webhook.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after failed attempts, as Standard Webhooks 1.0 proposes: ten attempts in three days. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * Milliseconds after which a delivery is tried again; undefined after the last attempt. A fifth of
 * the pause is random, so that deliveries that failed together don't come back together.
 * @param attempt the one that failed, from 1
 */
const pauseAfter = (attempt: number, random: () => number = Math.random): number | undefined => {
  const pause = PAUSES[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + random() / 5));
};

/** An attempt, and what follows from it. */
interface SentDelivery {
  readonly attempt: Attempt;
  readonly after: AfterAttempt;
}

/** A webhook that has failed for this long is switched off with its next delivery that is given up. */
const SWITCHED_OFF_AFTER_MILLISECONDS = 3 * 24 * 60 * 60 * 1000;
const GONE = 410;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Why a webhook is switched off; null if it isn't. */
const reasonToSwitchOff = ({ webhook }: DueDelivery, status: number | null, now: number): string | null => {
  if (status === GONE) return 'It answered 410 Gone.';
  const { failingSince } = webhook;
  return failingSince !== null && now - failingSince.getTime() >= SWITCHED_OFF_AFTER_MILLISECONDS
    ? 'Every delivery has failed for three days.'
    : null;
};

const afterFailure = (due: DueDelivery, status: number | null): AfterAttempt => {
  const pauseMilliseconds = status === GONE ? undefined : pauseAfter(due.attempt);
  return pauseMilliseconds === undefined
    ? { outcome: 'failed', switchOff: reasonToSwitchOff(due, status, Date.now()) }
    : { outcome: 'retry', pauseMilliseconds };
};

/**
 * Sends an event to a webhook through the guard: to public addresses only, whatever the name
 * resolves to now. Redirects are not followed, as Standard Webhooks asks.
 */
export const sendDelivery = async (
  guard: Pick<Guard, 'fetch'>,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<SentDelivery> => {
  const at = new Date();
  const begun = performance.now();
  const send = async (): Promise<{ status: number | null; error: string | null }> => {
    try {
      const { status } = await guard.fetch(due.webhook.url, {
        method: 'POST',
        ...signedMessage(due.event, due.webhook, at),
        maxRedirects: 0,
        // Nothing in the answer matters but its status.
        dropsBody: true,
        signal,
      });
      return { status, error: isSuccess(status) ? null : `The answer was ${status}.` };
    } catch (error) {
      if (error instanceof GuardError) return { status: null, error: error.message };
      throw error;
    }
  };
  const { status, error } = await send();
  const milliseconds = Math.round(performance.now() - begun);
  return {
    attempt: { at: at.toISOString(), status, error, milliseconds },
    after: error === null ? { outcome: 'delivered' } : afterFailure(due, status),
  };
};

interface DeliverDueDeps {
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

/** The number of deliveries under way for each webhook and each organisation, by id. */
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
    logger.info(
      {
        webhook: due.webhook.id,
        delivery: due.id,
        event: due.event.id,
        type: due.event.type,
        attempt: due.attempt,
        status: attempt.status,
        outcome: after.outcome,
      },
      'an event was sent to a webhook',
    );
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
