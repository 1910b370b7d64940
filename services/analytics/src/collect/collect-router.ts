import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import {
  isAppError,
  methodNotAllowed,
  payloadTooLarge,
  unavailable,
  unsupportedMediaType,
} from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect, toAppError } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { answerDeadline, TIMEOUT_HEADER } from './intake/answer-deadline.ts';
import { parseBeacon, toHitBody } from './intake/beacon.ts';
import { clientAddress } from './intake/client-address.ts';
import type { CollectService } from './collect-service.ts';
import type { HitBody, Sender } from './intake/hit.ts';

export interface CollectRouterDeps {
  collect: CollectService;
  logger: Logger;
  /** Path of the endpoint; the GIF is at the same path with `.gif`. */
  path: string;
  /** Proxies in front of this process. */
  trustProxy: number;
  /** Requests that may be in progress at once. More are refused before their bodies are read. */
  maxPending: number;
}

const MAX_BODY_BYTES = 16 * 1024;
/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

const header = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

const readBody = (request: IncomingMessage): Promise<Buffer> => {
  const type = (header(request, 'content-type').split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type !== '' && type !== 'text/plain' && type !== 'application/json')
    throw unsupportedMediaType('The Content-Type must be text/plain or application/json.');
  if (header(request, 'content-encoding') !== '')
    throw unsupportedMediaType('The body must not be compressed.');
  if (Number(header(request, 'content-length')) > MAX_BODY_BYTES) throw payloadTooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) reject(payloadTooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
};

/** A page without JavaScript sends its address in `Referer` when the query doesn't name it. */
const bodyOfGif = (request: IncomingMessage, query: string): HitBody => {
  const fields = Object.fromEntries(new URLSearchParams(query));
  const { k, n, r, u = header(request, 'referer'), i } = fields;
  // An image can't measure engagement.
  return toHitBody({ k, n: n === 'engagement' ? undefined : n, u, i, p: { r } });
};

/**
 * The public endpoint that receives the tracker's hits. It speaks HTTP without Express: it takes
 * thousands of requests a second and needs nothing of what other paths need. Stored hits, dropped
 * hits and unknown keys all get the same 204.
 * @returns a listener that passes requests for other paths on to `next`
 */
export const createCollectRouter = (deps: CollectRouterDeps, next: RequestListener): RequestListener => {
  const { collect, logger, path, trustProxy, maxPending } = deps;
  const gifPath = `${path}.gif`;
  let pending = 0;

  const senderOf = (request: IncomingMessage): Sender => ({
    address: clientAddress(request, trustProxy),
    userAgent: header(request, 'user-agent'),
    brands: header(request, 'sec-ch-ua'),
    origin: header(request, 'origin') || header(request, 'referer'),
    acceptLanguage: header(request, 'accept-language'),
  });

  const fail = (
    request: IncomingMessage,
    response: ServerResponse,
    error: AppError,
    requestId: string,
  ): void => {
    const status = managementDialect.statusOf(error.kind);
    const body = JSON.stringify(managementDialect.renderError(error, status, requestId));
    const retry =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
    // A refused body is not read to its end.
    if (!request.complete) response.setHeader('Connection', 'close');
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      ...error.headers,
      ...retry,
    });
    response.end(body);
  };

  const handlers: Record<
    string,
    { method: string; run: (request: IncomingMessage, query: string) => Promise<Buffer | null> }
  > = {
    [path]: {
      method: 'POST',
      async run(request) {
        const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
        await collect.fromBrowser(parseBeacon(await readBody(request)), senderOf(request), deadline);
        return null;
      },
    },
    [gifPath]: {
      method: 'GET',
      async run(request, query) {
        const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
        await collect.fromBrowser(bodyOfGif(request, query), senderOf(request), deadline);
        return PIXEL;
      },
    },
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    { method, run }: (typeof handlers)[string],
    query: string,
  ): Promise<void> => {
    const given = header(request, 'x-request-id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', requestId);
    // Any page may send hits, and none may read the answer: there is nothing to read.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    pending += 1;
    try {
      if (request.method !== method) throw methodNotAllowed([method]);
      if (pending > maxPending)
        throw unavailable('Too many hits are waiting to be stored.', { retryAfterSeconds: 2 });
      const body = await run(request, query);
      if (body)
        response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': body.length }).end(body);
      else response.writeHead(204).end();
    } catch (error) {
      const known = isAppError(error) ? error : toAppError(error);
      if (known.kind === 'internal')
        logger.error({ err: known.cause ?? known, request_id: requestId }, 'collect failed');
      fail(request, response, known, requestId);
    } finally {
      pending -= 1;
    }
  };

  return (request, response) => {
    const url = request.url ?? '';
    const end = url.indexOf('?');
    const handler = handlers[end < 0 ? url : url.slice(0, end)];
    if (handler) void answer(request, response, handler, end < 0 ? '' : url.slice(end + 1));
    else next(request, response);
  };
};
