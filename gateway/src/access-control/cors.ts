import type { RequestContext } from '../request-context/request-context.ts';
import type { Route } from '../routing-table.ts';

/**
 * Adds the CORS headers to the answer of a request. Returns true if it was a preflight, now
 * answered.
 */
export type Cors = (context: RequestContext, route: Route | undefined) => boolean;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** With credentials in `Authorization`, `*` does not stand for all headers, so they are listed. */
const REQUEST_HEADERS = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Mcp-Protocol-Version',
  'Prefer',
  'Traceparent',
  'Tracestate',
  'X-Request-Id',
  'X-Requested-With',
].join(', ');

const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/** How long browsers may remember the answer to a preflight; Chromium caps it at two hours. */
const MAX_AGE_SECONDS = '7200';

/**
 * Cross-origin access to the API (Fetch standard, section 3.2), answered before authentication
 * because preflights carry no key. Credentials are never allowed: a browser sends the key in
 * `Authorization`, and cookies stay at home. Public paths of a service are left to that service.
 * @param origins the origins that may read answers; `*` for all
 */
export const createCors = (origins: readonly string[]): Cors => {
  const allowed = new Set(origins);
  const allowsAll = allowed.has('*');

  return (context, route) => {
    const { request } = context;
    const { origin } = request.headers;
    if (route?.access === 'public' && !route.isShared) return false;
    if (!allowsAll) context.setHeader('Vary', 'Origin');
    if (origin === undefined || !(allowsAll || allowed.has(origin))) return false;
    context.setHeader('Access-Control-Allow-Origin', allowsAll ? '*' : origin);
    context.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !route) return false;
    context.setHeader('Access-Control-Allow-Methods', METHODS);
    context.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    context.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
    context.response.writeHead(204, context.headers).end();
    return true;
  };
};
