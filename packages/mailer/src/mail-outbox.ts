import type { Logger } from '@platform/runtime';

import type { Mailer, MailMessage } from './mailer.ts';

/** Minutes between attempts at a message; after the last one the message is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720];
const MOST_OF_AN_ERROR = 500;

/**
 * How long a claim on a message holds, in milliseconds: longer than the mail server's timeouts, so
 * no second attempt starts during the first.
 */
export const MAIL_CLAIM = 5 * 60_000;

/** How an attempt at a message ended. `pending` is tried again. */
export type MailOutcome =
  | { readonly status: 'sent' | 'skipped' | 'cancelled' }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'pending'; readonly error: string; readonly retryAt: Date };

/** A message that waits in a table of the service that sends it. */
export interface OpenMail {
  /** Attempts at it, this one included. */
  readonly attempts: number;
  /** False once its recipient or its owner wants it no more. */
  readonly isWanted: boolean;
}

export interface OpenMails<Mail extends OpenMail> {
  /** Claims the next open message until `claimedUntil`; after that another attempt may be made. */
  claim(now: Date, claimedUntil: Date): Promise<Mail | undefined>;
  /** Records how an attempt ended: `changesOf` the rows `ofAttempt` finds. */
  finish(mail: Mail, outcome: MailOutcome): Promise<void>;
}

export interface MailOutboxOptions<Mail extends OpenMail> {
  /** Description of the messages for the log: `an e-mail digest`. */
  readonly name: string;
  readonly mails: OpenMails<Mail>;
  readonly mailer: Mailer;
  /** @returns undefined where there is nothing to send any more */
  readonly compose: (mail: Mail) => Promise<MailMessage | undefined>;
  /** Names the message in log lines. */
  readonly factsOf: (mail: Mail) => Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The server refused this message for good (550–559). Any other error is retried. */
const isFinal = (error: unknown): boolean => {
  const code =
    typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 550 && code < 560;
};

/**
 * Decides what becomes of a message that could not be sent.
 * @param attempts how many have failed
 * @param now milliseconds since 1970
 */
export const outcomeOfFailure = (error: unknown, attempts: number, now: number): MailOutcome => {
  const text = Error.isError(error) ? error.message : String(error);
  const minutes = isFinal(error) ? undefined : RETRY_MINUTES[attempts - 1];
  return minutes === undefined
    ? { status: 'failed', error: text }
    : { status: 'pending', error: text, retryAt: new Date(now + minutes * 60_000) };
};

/**
 * Columns that select an attempt's row. If its claim ran out and another attempt was made, only
 * success still counts: a late failure would reopen what may have been sent since.
 */
export const ofAttempt = (
  { attempts }: OpenMail,
  { status }: MailOutcome,
): Readonly<Record<string, unknown>> => (status === 'sent' ? {} : { status: 'sending', attempts });

/** Columns of a message's row after an attempt. */
export const changesOf = (outcome: MailOutcome): Readonly<Record<string, unknown>> => ({
  status: outcome.status,
  error: 'error' in outcome ? outcome.error.slice(0, MOST_OF_AN_ERROR) : null,
  ...(outcome.status === 'pending' ? { next_attempt_at: outcome.retryAt } : {}),
});

/**
 * Sends what waits in a table. A message is marked after the mail server took it, so a killed
 * process sends it twice, with one Message-ID, rather than never.
 * @returns sends messages one after the other until none is due or the signal ends; may run in
 *   several processes at once
 */
export const createMailOutbox =
  <Mail extends OpenMail>(options: MailOutboxOptions<Mail>) =>
  async (signal?: AbortSignal): Promise<void> => {
    const { name, mails, mailer, compose, factsOf, logger, now } = options;

    const attempt = async (mail: Mail): Promise<MailOutcome> => {
      if (!mail.isWanted) return { status: 'cancelled' };
      const message = await compose(mail);
      if (message === undefined) return { status: 'skipped' };
      await mailer.send(message);
      return { status: 'sent' };
    };

    while (signal?.aborted !== true) {
      const mail = await mails.claim(new Date(now()), new Date(now() + MAIL_CLAIM));
      if (mail === undefined) return;
      const facts = { ...factsOf(mail), attempts: mail.attempts };
      const outcome = await attempt(mail).catch((error: unknown) => {
        const refusal = outcomeOfFailure(error, mail.attempts, now());
        logger.warn({ err: error, ...facts, status: refusal.status }, `${name} could not be sent`);
        return refusal;
      });
      await mails.finish(mail, outcome);
      if (outcome.status === 'sent') logger.info({ ...facts, to: mailer.destination }, `${name} was sent`);
      if (outcome.status === 'skipped') logger.info(facts, `${name} was skipped: there is nothing to tell`);
    }
  };
