/** Milliseconds in which the caller (the gateway) gives up, if it says so. */
export const TIMEOUT_HEADER = 'x-timeout-ms';

/** An answer is due after this long: before a gateway with the usual time-out of 30 s gives up. */
const DEFAULT_MILLISECONDS = 20_000;
/** The answer itself takes time to travel. */
const MARGIN_MILLISECONDS = 500;

/**
 * When the answer to a request is due, by `performance.now()`. Past it nothing may be stored: the
 * caller takes the events for lost and may send them again.
 */
export const answerDeadline = (header: unknown): number => {
  const given = typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : Infinity;
  return performance.now() + Math.min(DEFAULT_MILLISECONDS, Math.max(0, given - MARGIN_MILLISECONDS));
};
