import type { IncomingHttpHeaders } from 'node:http';

import { IDENTITY_HEADER } from '@platform/identity';
import type { Request } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import { withoutSession } from '../sessions/session-cookie.ts';

const NEGOTIATION = ['accept', 'accept-encoding', 'accept-language', 'prefer'];
const CONTENT = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'transfer-encoding',
];
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'];
const RETRIEVAL = ['range', 'cache-control', 'idempotency-key', 'last-event-id', 'traceparent', 'tracestate'];
const CORS = ['origin', 'access-control-request-method', 'access-control-request-headers'];
const BROWSER = ['user-agent', 'referer', 'cookie', 'dnt', 'sec-gpc', 'purpose', 'sec-purpose'];
const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'];
const CLIENT_HINTS = ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'];
const PAGE_REQUEST = ['upgrade-insecure-requests', 'x-requested-with'];

/**
 * The client's headers that reach a service. Everything else is dropped: the API key, forged
 * identities and addresses, and headers that concern a single connection (RFC 9110, 7.6.1).
 */
const PASSED_ON = new Set([
  ...NEGOTIATION,
  ...CONTENT,
  ...CONDITIONS,
  ...RETRIEVAL,
  ...CORS,
  ...BROWSER,
  ...FETCH_METADATA,
  ...CLIENT_HINTS,
  ...PAGE_REQUEST,
]);

/**
 * The headers of the request to a service. The client's address is the one that the trusted proxies
 * vouch for.
 */
export const upstreamHeaders = (
  request: Request,
  requestId: string,
  identity: string | undefined,
): IncomingHttpHeaders => {
  const headers: IncomingHttpHeaders = {};
  for (const name in request.headers) if (PASSED_ON.has(name)) headers[name] = request.headers[name];
  const cookie = withoutSession(headers.cookie);
  if (cookie === undefined) delete headers.cookie;
  else headers.cookie = cookie;
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = clientAddress(request);
  headers['x-forwarded-proto'] = request.protocol;
  // HTTP/1.0 clients may omit the host and others may send an empty one, whatever express' types
  // say.
  headers['x-forwarded-host'] = request.host || '';
  if (identity !== undefined) headers[IDENTITY_HEADER] = identity;
  return headers;
};
