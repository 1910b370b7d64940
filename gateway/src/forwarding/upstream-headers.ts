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

const CONNECTION = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection'];
const TRANSFER = ['te', 'trailer', 'upgrade'];
/** In which a service reports how many requests a request counts as; 1 if it doesn't say. */
const COST_HEADER = 'x-request-cost';
/** In which a service says why it refused the gateway's identity. */
const REFUSED_HEADER = 'x-identity-refused';
/** In which a service reports what a request made, as `reports=1`. */
const USAGE_HEADER = 'x-request-usage';
/** Headers that describe the service's software, or that only the gateway may set. */
const OWN = [
  'server',
  'x-powered-by',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  COST_HEADER,
  USAGE_HEADER,
  REFUSED_HEADER,
];

const DROPPED = new Set([...CONNECTION, ...TRANSFER, ...OWN]);

/** What a service says about an answer in internal headers. */
export interface Metering {
  /** How many requests the request counts as. */
  cost: number;
  /** What it made, such as one report. */
  unit?: { name: string; amount: number };
}

const wholeNumber = (text: unknown): number => {
  const value = Number(text ?? 1);
  return Number.isSafeInteger(value) && value > 0 ? value : 1;
};

const UNIT = /^([a-z]+)=(\d{1,9})$/;

/** True if the service's clock differs from the gateway's so much that it refuses its identities. */
export const hasClockSkew = (headers: IncomingHttpHeaders): boolean => headers[REFUSED_HEADER] === 'expired';

export const meteringOf = (headers: IncomingHttpHeaders): Metering => {
  const cost = wholeNumber(headers[COST_HEADER]);
  const [, name, amount] = UNIT.exec(String(headers[USAGE_HEADER] ?? '')) ?? [];
  return name === undefined ? { cost } : { cost, unit: { name, amount: Number(amount) } };
};

const nominatedBy = (connection: string | undefined): string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection.split(',').map((name) => name.trim().toLowerCase());

/**
 * The headers of a service's answer that reach the client.
 * @param keepsAlive whether the connection to the client stays open
 * @param vary what the gateway's own part of the answer varies by
 */
export const answerHeaders = (
  headers: IncomingHttpHeaders,
  keepsAlive: boolean,
  vary: string | undefined,
): IncomingHttpHeaders => {
  const nominated = nominatedBy(headers.connection);
  const kept: IncomingHttpHeaders = { connection: keepsAlive ? 'keep-alive' : 'close' };
  for (const name in headers) if (!DROPPED.has(name) && !nominated.includes(name)) kept[name] = headers[name];
  if (vary !== undefined) kept.vary = kept.vary === undefined ? vary : `${vary}, ${kept.vary}`;
  return kept;
};
