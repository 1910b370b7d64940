import type { ChangeLock } from '@platform/database';
import { methodNotAllowed, notFound } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import { answerInTime } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import { Router } from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

import { authenticate } from './authenticate.ts';
import { dueAtOf } from './awaited-request.ts';
import { pageLinks, withParameter } from './cursor-page.ts';
import type { ApiRouter, Endpoint, HttpMethod } from './endpoint.ts';
import { isKnown } from './entity-tag.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { refuseBeyondQuota, rememberSpent, reportUsage, sayCost, sayCostOfRefusal } from './metering.ts';
import { createBodyReader } from './read-body.ts';
import { deprecationHeaders, sendJson } from './reply.ts';
import type { Reply } from './reply.ts';
import { requestIdOf } from './request-log.ts';
import { sendError, toAppError } from './send-error.ts';

/** Preferences of a client (RFC 7240). */
export interface Preferences {
  /** `strict` refuses unknown fields, `lenient` (also the default) ignores them and says so. */
  readonly handling?: 'strict' | 'lenient';
  /** The client doesn't want to wait for the result. */
  readonly respondAsync: boolean;
}

const NONE: Preferences = { respondAsync: false };

/**
 * Reads the header `Prefer`. Unknown preferences are ignored, as the RFC asks.
 *
 * @example
 * preferencesOf(request); // Prefer: respond-async, handling=strict
 * // { handling: 'strict', respondAsync: true }
 */
export const preferencesOf = (request: Request): Preferences => {
  const header = request.get('prefer');
  if (header === undefined) return NONE;
  const given = header
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.replaceAll(/[\s"]/g, ''));
  const handling = (['strict', 'lenient'] as const).find((value) => given.includes(`handling=${value}`));
  const respondAsync = given.includes('respond-async');
  return handling === undefined ? { respondAsync } : { handling, respondAsync };
};

const absolute = (publicUrl: string, path: string): string => `${publicUrl.replace(/\/+$/, '')}${path}`;

/** Addresses of a list's other pages by relation, below the host. */
const relationsOf = (reply: Reply, url: string): Record<string, string | null> => {
  if (reply.kind === 'page') return pageLinks(reply.page, url);
  if (reply.kind !== 'one' || typeof reply.data !== 'object' || reply.data === null) return {};
  const { items, next_cursor: cursor } = reply.data as { items?: unknown; next_cursor?: unknown };
  return Array.isArray(items) && typeof cursor === 'string'
    ? { next: withParameter(url, 'cursor', cursor) }
    : {};
};

/** Each relation repeats the query, and proxies take some 16 KB of headers in all. */
const LONGEST = 4_096;

/**
 * The header `Link` of a list (RFC 8288): absolute addresses of its other pages. Undefined for what
 * isn't a list, for its only page, and where it would be very long; the body has the links, too.
 */
const linkHeader = (reply: Reply, request: Request, publicUrl: string): string | undefined => {
  const links = Object.entries(relationsOf(reply, request.originalUrl)).filter(([, path]) => path !== null);
  const header = links
    .map(([rel, path]) => `<${absolute(publicUrl, String(path))}>; rel="${rel}"`)
    .join(', ');
  return header === '' || header.length > LONGEST ? undefined : header;
};

export interface MountDeps {
  identity: IdentityVerifier;
  logger: Logger;
  /** Lets clients repeat POSTs; without it the header Idempotency-Key is ignored. */
  idempotency?: Idempotency | undefined;
  /** Lets clients change records under `If-Match`; without it that header is ignored. */
  changeLock?: ChangeLock | undefined;
  /** Base of absolute addresses; without it lists have no `Link` header. */
  publicUrl?: string | undefined;
}

const DEFAULT_BODY_LIMIT = '100kb';
const APPLIED = 'Preference-Applied';

/** The methods of an endpoint, as a list. */
export const methodsOf = (endpoint: Endpoint): readonly HttpMethod[] =>
  typeof endpoint.method === 'string' ? [endpoint.method] : endpoint.method;

const costOf = ({ cost = 1 }: Endpoint, body: unknown): number =>
  typeof cost === 'number' ? cost : cost(body);

const cacheControlOf = ({ versioned, live, secret }: Endpoint): string => {
  if (secret) return 'private, no-store, no-transform';
  return versioned && !live ? 'private, no-cache' : 'private, no-store';
};

/** Sends an answer, or 304 to a client that has this version already. */
const send = (
  reply: Reply,
  { live }: Endpoint,
  { dialect }: ApiRouter,
  { request, response, requestId }: { request: Request; response: Response; requestId: string },
): void => {
  const { ETag: tag } = reply.headers ?? {};
  const isRead = request.method === 'GET' && !live;
  if (tag !== undefined && isRead && isKnown(request, tag)) response.status(304).end();
  else sendJson(response, reply.status, dialect.render(reply, request, requestId));
};

/**
 * Runs an endpoint: authenticates the caller, reads the body, calls the handler, sends its answer.
 */
const handle = (endpoint: Endpoint, router: ApiRouter, deps: MountDeps): RequestHandler => {
  const { dialect } = router;
  const readBody = createBodyReader(
    dialect.bodyTypes,
    endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
    endpoint.readsBytes,
  );
  return async (request, response) => {
    // An id that is empty by mistake must not delete all that there is.
    if (request.method === 'DELETE' && request.path.endsWith('/')) throw notFound('path');
    const dueAt = request.method === 'GET' ? undefined : dueAtOf(request);
    const requestId = requestIdOf(response);
    const caller = await authenticate(request, deps.identity, endpoint.scope);
    const { makes } = endpoint;
    const refuseWork =
      makes &&
      (() => {
        refuseBeyondQuota(makes, request);
      });
    // A repetition gets its earlier answer, even if a quota was used up since; only new work is refused.
    if (request.get(IDEMPOTENCY_HEADER) === undefined) refuseWork?.();
    const body = endpoint.body ? await readBody(request, response) : undefined;
    const { handling } = preferencesOf(request);
    if (handling !== undefined) response.setHeader(APPLIED, `handling=${handling}`);
    if (endpoint.deprecated !== undefined) response.set(deprecationHeaders(endpoint.deprecated));
    const cost = costOf(endpoint, body?.value);
    sayCost(response, cost);
    // Reading it is most of the work, whether it is refused or not.
    if (endpoint.readsBytes) rememberSpent(response, cost - 1);
    const raw = {
      params: request.params as Record<string, string>,
      query: request.query,
      body: body?.value,
      convertBody: body?.type !== 'application/json',
      strict: handling === 'strict',
    };
    const run = () => endpoint.run(raw, { caller, request, response, requestId }, { ...deps, refuseWork });
    const reply = await (dueAt === undefined ? run() : answerInTime(dueAt, run));
    if (reply === undefined) return;
    if (endpoint.makes) reportUsage(endpoint.makes, reply, response);
    response.setHeader('Cache-Control', cacheControlOf(endpoint));
    const links = deps.publicUrl === undefined ? undefined : linkHeader(reply, request, deps.publicUrl);
    if (links !== undefined) response.append('Link', links);
    for (const [name, value] of Object.entries(reply.headers ?? {})) {
      const before = name === APPLIED ? response.getHeader(APPLIED) : undefined;
      response.setHeader(name, before === undefined ? value : `${String(before)}, ${value}`);
    }
    send(reply, endpoint, router, { request, response, requestId });
  };
};

/** Endpoints by path, to tell a wrong method on a known path from an unknown path. */
const byPath = (endpoints: readonly Endpoint[]): Map<string, Endpoint[]> => {
  const paths = new Map<string, Endpoint[]>();
  for (const item of endpoints) paths.set(item.path, [...(paths.get(item.path) ?? []), item]);
  return paths;
};

const allowedMethods = (endpoints: readonly Endpoint[]): string[] => {
  const methods = endpoints.flatMap((item) => [...methodsOf(item)]) as string[];
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
};

/** An express router that serves the endpoints below the dialect's prefix. */
export const mountRouter = (api: ApiRouter, deps: MountDeps): Router => {
  const router = Router({ caseSensitive: true, strict: false });
  for (const [path, endpoints] of byPath(api.endpoints)) {
    const route = router.route(`${api.dialect.prefix}${path}`);
    for (const item of endpoints)
      for (const method of methodsOf(item))
        route[method.toLowerCase() as Lowercase<HttpMethod>](handle(item, api, deps));
    route.all(() => {
      throw methodNotAllowed(allowedMethods(endpoints));
    });
  }
  router.use(((error: unknown, _request, response, _next) => {
    const answer = toAppError(error);
    if (answer.kind === 'internal' || answer.kind === 'unavailable')
      deps.logger.error({ err: answer.cause ?? answer, request_id: requestIdOf(response) }, answer.message);
    if (api.dialect.statusOf(answer.kind) < 500) sayCostOfRefusal(response);
    sendError(answer, api.dialect, response);
  }) as ErrorRequestHandler);
  return router;
};
