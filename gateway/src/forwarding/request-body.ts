import type { IncomingMessage } from 'node:http';

/** The largest body, in bytes, that is read before it is sent on; larger ones are streamed. */
const SMALL = 16 * 1024;

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const REPEATABLE = new Set(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS']);

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

/**
 * True for requests that may be sent again when nobody knows whether the first try arrived (RFC
 * 9110, 9.2.2).
 */
export const isRepeatable = (request: IncomingMessage): boolean =>
  REPEATABLE.has(request.method ?? '') && !hasBody(request);

/** True if a request has no body, or a small one whose length is known, where one is expected. */
export const isSmall = (request: IncomingMessage): boolean => {
  if (request.headers['transfer-encoding'] !== undefined) return false;
  const length = lengthOf(request);
  return length === 0 || (length <= SMALL && WITH_BODY.has(request.method ?? ''));
};
