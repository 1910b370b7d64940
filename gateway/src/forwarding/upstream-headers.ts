import { CLAIMED_FOR_HEADER } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';

import { originalTags } from './compression.ts';
import type { RequestContext } from '../request-context/request-context.ts';
import { withoutSession } from '../sessions/session-cookie.ts';

/**
 * Sets a header in a list of names and values in turn, or removes it. Only names are compared: a
 * client may send the name of a header as the value of another.
 */
export const setHeader = (headers: string[], name: string, value: string | undefined): void => {
  for (let at = headers.length - 2; at >= 0; at -= 2) if (headers[at] === name) headers.splice(at, 2);
  if (value !== undefined) headers.push(name, value);
};

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

/** Name versions by the tags that the gateway gave them, which differ by coding. */
const TAGS = new Set(['if-match', 'if-none-match']);

/**
 * Tells a service which quotas the organisation has used up: the gateway doesn't know its
 * endpoints.
 */
const QUOTA_HEADER = 'x-quota-exhausted';

/**
 * The headers of the request to a service, names and values in turn. The client's address is the one
 * that the trusted proxies vouch for.
 * @param identity the signed caller, if there is one
 * @param exhausted what the caller's organisation has used up
 */
export const upstreamHeaders = (
  context: RequestContext,
  identity: string | undefined,
  exhausted: string | undefined,
): string[] => {
  const given = context.request.headers;
  const headers: string[] = [];
  for (const name in given) {
    if (!PASSED_ON.has(name)) continue;
    const value = name === 'cookie' ? withoutSession(given.cookie) : given[name];
    if (value === undefined) continue;
    headers.push(name, TAGS.has(name) ? originalTags(String(value)) : String(value));
  }
  headers.push('x-request-id', context.requestId);
  headers.push('x-forwarded-for', context.address);
  if (context.route?.takesClaims && context.claimed.length > 0)
    headers.push(CLAIMED_FOR_HEADER, context.claimed.join(', '));
  headers.push('x-forwarded-proto', context.protocol);
  headers.push('x-forwarded-host', context.host);
  if (identity !== undefined) headers.push(IDENTITY_HEADER, identity);
  if (exhausted !== undefined) headers.push(QUOTA_HEADER, exhausted);
  return headers;
};
