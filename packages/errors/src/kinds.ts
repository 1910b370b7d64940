import { AppError } from './app-error.ts';
import type { AppErrorOptions, ErrorDetail } from './app-error.ts';

/** The request can't be read: malformed JSON, bad percent-encoding. */
export const badRequest = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('bad_request', message, options);

/** These fields are refused. The message repeats the first detail. */
export const invalid = (details: readonly ErrorDetail[], options?: AppErrorOptions): AppError =>
  new AppError('invalid', details[0]?.message ?? 'The given data was invalid.', { ...options, details });

/** Missing or invalid credentials. */
export const unauthenticated = (
  message = 'A valid API key is required.',
  options?: AppErrorOptions,
): AppError =>
  new AppError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' }, ...options });

/** Valid credentials that don't allow this. */
export const forbidden = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('forbidden', message, options);

/** The record doesn't exist or is another organisation's; both look alike. */
export const notFound = (what = 'resource', options?: AppErrorOptions): AppError =>
  new AppError('not_found', `The ${what} does not exist.`, options);

/** The path exists, but not with this method. */
export const methodNotAllowed = (allow: readonly string[]): AppError =>
  new AppError('method_not_allowed', `This path accepts ${allow.join(', ')}.`, {
    headers: { Allow: allow.join(', ') },
  });

/** The request contradicts the state of the resource. */
export const conflict = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('conflict', message, options);

/**
 * The change would leave the owner without something they can't do without, such as their last
 * admin key.
 */
export const protectedResource = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('protected', message, options);

/** The record is another version than `If-Match` asks for. */
export const preconditionFailed = (
  message = 'The record has changed since you read it.',
  options?: AppErrorOptions,
): AppError => new AppError('precondition_failed', message, options);

/** The body is larger than the path accepts. */
export const payloadTooLarge = (message = 'The request body is too large.'): AppError =>
  new AppError('payload_too_large', message);

/** The path doesn't read bodies of this type. */
export const unsupportedMediaType = (message: string): AppError =>
  new AppError('unsupported_media_type', message);

/** Too many requests. @param seconds until the next one may pass; rounded up, at least 1 */
export const rateLimited = (seconds: number, message = 'Too many requests.'): AppError =>
  new AppError('rate_limited', message, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

/**
 * The organisation has used up its quota for the month (UTC). @param unit such as `reports`
 * @param now milliseconds since the epoch
 */
export const quotaExceeded = (unit: string, now: number = Date.now()): AppError => {
  const today = new Date(now);
  const nextMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  return new AppError('rate_limited', `The organisation's quota of ${unit} is used up for this month.`, {
    code: 'quota_exceeded',
    retryAfterSeconds: Math.max(1, Math.ceil((nextMonth - now) / 1000)),
  });
};

/** Something this service needs is down. */
export const unavailable = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('unavailable', message, { retryAfterSeconds: 5, ...options });

/** A service behind this one closed the connection or sent something that isn't HTTP. */
export const badGateway = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('bad_gateway', message, options);

/** A service behind this one took too long. */
export const gatewayTimeout = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('gateway_timeout', message, options);

/** A fault of ours. The cause is logged and never shown. */
export const internal = (cause?: unknown): AppError =>
  new AppError('internal', 'Something went wrong on our side.', { cause });
