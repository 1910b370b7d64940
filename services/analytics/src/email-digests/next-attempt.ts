/** Waits between the attempts at one message; after the last one it is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** The server refused this message for good (550–559). Any other error is retried. */
const isFinal = (error: unknown): boolean => {
  const code =
    typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 550 && code < 560;
};

/**
 * When to try again to send a message, in milliseconds from now; undefined to give it up.
 * @param attempts how many have failed
 */
export const nextAttemptAfter = (error: unknown, attempts: number): number | undefined => {
  const minutes = isFinal(error) ? undefined : RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : minutes * 60_000;
};
