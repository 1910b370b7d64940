import { GuardError } from '@platform/guard';
import type { Guard } from '@platform/guard';

import type { AfterAttempt } from './deliveries-store.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { Attempt, DueDelivery } from './webhook.ts';
import { signedMessage } from './webhook-secret.ts';

/** An attempt, and what follows from it. */
export interface SentDelivery {
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
