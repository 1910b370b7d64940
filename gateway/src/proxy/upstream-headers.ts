import type { IncomingHttpHeaders } from 'node:http';

import { IDENTITY_HEADER } from '@platform/identity';
import type { Request } from 'express';

/**
 * What a client may tell a service. Everything else stays here: the key, identities that a client made up, addresses
 * that it claims to have, and headers that concern one connection only (RFC 9110, 7.6.1).
 */
const PASSED_ON = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'user-agent', 'referer', 'origin', 'cookie'],
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'transfer-encoding'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'],
  ...[
    'cache-control',
    'prefer',
    'idempotency-key',
    'last-event-id',
    'dnt',
    'sec-gpc',
    'purpose',
    'sec-purpose',
  ],
  ...['access-control-request-method', 'access-control-request-headers'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user', 'upgrade-insecure-requests'],
  ...['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'traceparent', 'tracestate', 'x-requested-with'],
]);

/** How a socket that takes both families shows an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** The headers of the request to a service. The client's address is the one that the trusted proxies vouch for. */
export const upstreamHeaders = (
  request: Request,
  requestId: string,
  identity: string | undefined,
): IncomingHttpHeaders => {
  const headers: IncomingHttpHeaders = {};
  for (const name in request.headers) if (PASSED_ON.has(name)) headers[name] = request.headers[name];
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = (request.ip ?? '').replace(MAPPED, '');
  headers['x-forwarded-proto'] = request.protocol;
  // HTTP/1.0 doesn't ask for a host, and it may be empty: then there is none here, whatever express' types say.
  headers['x-forwarded-host'] = request.host || '';
  if (identity !== undefined) headers[IDENTITY_HEADER] = identity;
  return headers;
};

const KEPT_BACK = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer', 'upgrade'],
  // About the machine behind, or the gateway's own to say.
  ...['server', 'x-powered-by', 'x-request-id', 'ratelimit', 'ratelimit-policy'],
]);

const nominatedBy = (connection: string | undefined): string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection.split(',').map((name) => name.trim().toLowerCase());

/**
 * The headers of a service's answer, without what isn't the client's business.
 * @param keepsAlive whether the connection to the client stays open
 */
export const answerHeaders = (headers: IncomingHttpHeaders, keepsAlive: boolean): IncomingHttpHeaders => {
  const nominated = nominatedBy(headers.connection);
  const kept: IncomingHttpHeaders = { connection: keepsAlive ? 'keep-alive' : 'close' };
  for (const name in headers)
    if (!KEPT_BACK.has(name) && !nominated.includes(name)) kept[name] = headers[name];
  return kept;
};
