/** Waits between attempts at a message; after the last one the message is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** How an attempt at a message ended. `pending` is tried again. */
export type MailOutcome =
  | { readonly status: 'sent' | 'skipped' | 'cancelled' }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'pending'; readonly error: string; readonly retryAt: Date };

/**
 * How long a claim on a message holds, in milliseconds: longer than the mail server's timeouts, so
 * no second attempt starts during the first.
 */
export const MAIL_CLAIM = 5 * 60_000;

/** The server refused this message for good (550–559). Any other error is retried. */
const isFinal = (error: unknown): boolean => {
  const code =
    typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 550 && code < 560;
};

/**
 * What becomes of a message that could not be sent.
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
