import type { IncomingHttpHeaders } from 'node:http';

import { unsupportedMediaType } from '@platform/errors';

import { clientAddress } from './client-address.ts';
import type { Origin } from './client-address.ts';
import type { Sender } from './hit.ts';

/** A body of a hit is no longer. */
export const MAX_HIT_BYTES = 16 * 1024;

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

/**
 * Who sent a hit.
 * @param trustProxy proxies in front of this process
 */
export const senderOf = (origin: Origin, trustProxy: number): Sender => ({
  address: clientAddress(origin, trustProxy),
  userAgent: headerOf(origin.headers, 'user-agent'),
  brands: headerOf(origin.headers, 'sec-ch-ua'),
  origin: headerOf(origin.headers, 'origin') || headerOf(origin.headers, 'referer'),
  acceptLanguage: headerOf(origin.headers, 'accept-language'),
});
