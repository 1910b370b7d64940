import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { isAppError, payloadTooLarge, unsupportedMediaType } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { CLAIMED_FOR_HEADER, clientAddressOf, managementDialect, toAppError } from '@platform/http';
import type { RequestOrigin } from '@platform/http';
import type { Logger, TrustsProxy } from '@platform/runtime';

import type { Sender } from '../hit.ts';

/** Reads a body. @throws AppError `payload_too_large` as soon as there are more than `max` bytes */
export const readBody = (request: IncomingMessage, max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) reject(payloadTooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });

/** The answer to a hit that could not be taken. */
export interface HitFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes the answers to what went wrong, and logs what is this program's own fault. */
export const createHitFailures =
  (logger: Logger) =>
  (thrown: unknown, requestId: string): HitFailure => {
    const error: AppError = isAppError(thrown) ? thrown : toAppError(thrown);
    if (error.kind === 'internal')
      logger.error({ err: error.cause ?? error, request_id: requestId }, 'collect failed');
    const status = managementDialect.statusOf(error.kind);
    const retry =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
    return {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...error.headers, ...retry },
      body: JSON.stringify(managementDialect.renderError(error, status, requestId)),
    };
  };

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

/** Longest body of a hit. */
export const MAX_HIT_BYTES = 16 * 1024;

/** Real ones have 500 characters at most, and what reads them looks at each many times. */
const MAX_AGENT = 1_000;

/** A header as text; empty for none. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** @throws AppError for a body that isn't plain text or JSON */
export const refuseOtherTypes = (headers: IncomingHttpHeaders): void => {
  const type = (headerOf(headers, 'content-type').split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type !== '' && type !== 'text/plain' && type !== 'application/json')
    throw unsupportedMediaType('The Content-Type must be text/plain or application/json.');
  if (headerOf(headers, 'content-encoding') !== '')
    throw unsupportedMediaType('The body must not be compressed.');
};

/** Returns the sender of a hit. @param trustsProxy decides which proxies before this process are believed */
export const senderOf = (origin: RequestOrigin, trustsProxy: TrustsProxy): Sender => ({
  ...clientAddressOf(origin, trustsProxy, headerOf(origin.headers, CLAIMED_FOR_HEADER)),
  userAgent: headerOf(origin.headers, 'user-agent').slice(0, MAX_AGENT),
  brands: headerOf(origin.headers, 'sec-ch-ua'),
  origin: headerOf(origin.headers, 'origin') || headerOf(origin.headers, 'referer'),
  acceptLanguage: headerOf(origin.headers, 'accept-language'),
});
