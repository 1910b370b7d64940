import { AppError } from './app-error.ts';
import type { AppErrorOptions, ErrorDetail } from './app-error.ts';

/** The request can't be read at all: malformed JSON, bad percent-encoding. */
export const badRequest = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('bad_request', message, options);

/** The request was read, and these fields are refused. The message repeats the first of them. */
export const invalid = (details: readonly ErrorDetail[], options?: AppErrorOptions): AppError =>
  new AppError('invalid', details[0]?.message ?? 'The given data was invalid.', { ...options, details });

/** No credentials, or none that are valid. */
export const unauthenticated = (
  message = 'A valid API key is required.',
  options?: AppErrorOptions,
): AppError =>
  new AppError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' }, ...options });

/** Valid credentials that don't allow this. */
export const forbidden = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('forbidden', message, options);

/** There is no such thing, or it belongs to somebody else; both answer alike. */
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

/** The body is larger than what the path accepts. */
export const payloadTooLarge = (message = 'The request body is too large.'): AppError =>
  new AppError('payload_too_large', message);

/** The body is of a type that the path doesn't read. */
export const unsupportedMediaType = (message: string): AppError =>
  new AppError('unsupported_media_type', message);

/** Too many requests; `seconds` until the next one may pass. */
export const rateLimited = (seconds: number, message = 'Too many requests.'): AppError =>
  new AppError('rate_limited', message, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

/** Something that this service needs is down for now. */
export const unavailable = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('unavailable', message, { retryAfterSeconds: 5, ...options });

/** A service behind this one broke off, or answered what isn't HTTP. */
export const badGateway = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('bad_gateway', message, options);

/** A service behind this one took too long. */
export const gatewayTimeout = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('gateway_timeout', message, options);

/** A fault of ours; the cause is logged and never shown. */
export const internal = (cause?: unknown): AppError =>
  new AppError('internal', 'Something went wrong on our side.', { cause });
