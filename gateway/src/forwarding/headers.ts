import type { IncomingHttpHeaders } from 'node:http';
import { PASS_HITS_HEADER, CLAIMED_FOR_HEADER } from '@platform/http';
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

const CONNECTION = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection'];
/** Node writes `transfer-encoding` itself when the length of the body is unknown. */
const TRANSFER = ['te', 'trailer', 'transfer-encoding', 'upgrade'];
/** Answer header with the number of requests that this one counts as; 1 without it. */
const COST_HEADER = 'x-request-cost';
/** Answer header that says why a service refused the gateway's identity. */
const REFUSED_HEADER = 'x-identity-refused';
/** Answer header with the product of a request, as `reports=1`. */
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
  PASS_HITS_HEADER,
];

const DROPPED = new Set([...CONNECTION, ...TRANSFER, ...OWN]);

/** Cost and product of an answer, by the service's internal headers. */
export interface Metering {
  /** The number of requests that it counts as. */
  cost: number;
  /** The product, such as one report. */
  unit?: { name: string; amount: number };
}

const wholeNumber = (text: unknown): number => {
  const value = Number(text ?? 1);
  return Number.isSafeInteger(value) && value > 0 ? value : 1;
};

const UNIT = /^([a-z]+)=(\d{1,9})$/;

/** True if the service's clock differs from the gateway's so much that it refuses its identities. */
export const hasClockSkew = (headers: IncomingHttpHeaders): boolean => headers[REFUSED_HEADER] === 'expired';

/** Returns the path where a service takes many hits at once, if it names one. */
export const passHitsPath = (headers: IncomingHttpHeaders): string | undefined => {
  const path = headers[PASS_HITS_HEADER];
  return typeof path === 'string' && /^\/[a-z-]{1,40}$/.test(path) ? path : undefined;
};

export const meteringOf = (headers: IncomingHttpHeaders): Metering => {
  const cost = wholeNumber(headers[COST_HEADER]);
  const [, name, amount] = UNIT.exec(String(headers[USAGE_HEADER] ?? '')) ?? [];
  return name === undefined ? { cost } : { cost, unit: { name, amount: Number(amount) } };
};

const nominatedBy = (connection: string | undefined): readonly string[] | undefined =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? undefined
    : connection.split(',').map((name) => name.trim().toLowerCase());

/** Headers for which the service's value wins, if it sends one. */
const OVERRIDABLE = new Set(['access-control-allow-origin', 'access-control-expose-headers']);

const ownValueOf = (own: readonly string[], name: string): string | undefined => {
  const at = own.indexOf(name);
  return at === -1 ? undefined : own[at + 1];
};

/**
 * The headers of an answer for the client, names and values in turn: the service's and the
 * gateway's own.
 * @param headers those of the service, by their names in lower case
 * @param keepsAlive whether the connection to the client stays open
 * @param own the gateway's part of the answer: names and values in turn
 */
export const answerHeaders = (
  headers: IncomingHttpHeaders,
  keepsAlive: boolean,
  own: readonly string[],
): (string | string[])[] => {
  const nominated = nominatedBy(headers.connection);
  const kept: (string | string[])[] = ['connection', keepsAlive ? 'keep-alive' : 'close'];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || DROPPED.has(name) || nominated?.includes(name)) continue;
    if (name === 'vary')
      kept.push('vary', [ownValueOf(own, 'Vary'), value].flat().filter(Boolean).join(', '));
    else kept.push(name, value);
  }
  for (let at = 0; at < own.length; at += 2) {
    const name = own[at] ?? '';
    const lower = name.toLowerCase();
    const isDecided = lower === 'vary' || OVERRIDABLE.has(lower);
    if (!isDecided || headers[lower] === undefined) kept.push(name, own[at + 1] ?? '');
  }
  return kept;
};
