import { ApiError, ConnectionError } from './platform-error.ts';
import type { PlatformError } from './platform-error.ts';

const FIRST_MILLISECONDS = 250;
const LONGEST_BACKOFF_MILLISECONDS = 8_000;
/** A platform that asks for more patience than this gets none: the caller decides. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

/** Seconds that a `Retry-After` header names, as a number or as a date; undefined without one. */
export const retryAfterSeconds = (header: string | null, now = Date.now()): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wanted = Number.isNaN(seconds) ? (Date.parse(header) - now) / 1000 : seconds;
  return Number.isNaN(wanted) ? undefined : Math.max(0, wanted);
};

const isTransient = (error: PlatformError): boolean => {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  // 409 with a time: an earlier attempt with the same Idempotency-Key is still being worked on.
  if (error.status === 409) return error.retryAfterSeconds !== undefined;
  return error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501);
};

/**
 * Milliseconds to wait before the next attempt, or undefined where another one can't help.
 * Doubles from 250 ms to 8 s with jitter, unless the platform named a time itself.
 * @param attempt how many attempts failed before this one
 * @param random a number in [0, 1)
 */
export const retryDelay = (
  error: PlatformError,
  attempt: number,
  random: () => number = Math.random,
): number | undefined => {
  if (!isTransient(error)) return undefined;
  const named = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (named !== undefined) return named > LONGEST_RETRY_AFTER_SECONDS ? undefined : named * 1000;
  const backoff = Math.min(LONGEST_BACKOFF_MILLISECONDS, FIRST_MILLISECONDS * 2 ** attempt);
  return backoff * (0.5 + random() / 2);
};
