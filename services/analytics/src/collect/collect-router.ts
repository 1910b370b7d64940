import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { methodNotAllowed, payloadTooLarge, unavailable } from '@platform/errors';
import { acceptRequestId, PASS_HITS_HEADER, refuseAbandoned } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';

import { answerDeadline, TIMEOUT_HEADER } from './intake/answer-deadline.ts';
import { parseBeacon, toHitBody } from './intake/beacon.ts';
import { createHitFailures } from './intake/hit-failure.ts';
import type { HitFailure } from './intake/hit-failure.ts';
import { headerOf, MAX_HIT_BYTES, refuseOtherTypes, senderOf } from './intake/hit-request.ts';
import type { CollectService } from './collect-service.ts';
import type { HitBody } from './intake/hit.ts';
import { createPassedHits, PASSED_HITS_PATH } from './passed-hits.ts';
import { readBody } from './read-body.ts';

export interface CollectRouterDeps {
  collect: CollectService;
  logger: Logger;
  /** Verifies that the gateway passes hits on. */
  identity: Pick<IdentityVerifier, 'verify'>;
  /** Path of the endpoint; the GIF is at the same path with `.gif`. */
  collectPath: string;
  /** Proxies in front of this process. */
  trustProxy: number;
  /** Requests that may be in progress at once. More are refused before their bodies are read. */
  collectQueue: number;
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A page without JavaScript sends its address in `Referer` when the query doesn't name it. */
const bodyOfGif = (request: IncomingMessage, query: string): HitBody => {
  const fields = Object.fromEntries(new URLSearchParams(query));
  const { k, n, r, u = headerOf(request.headers, 'referer'), i } = fields;
  // An image can't measure engagement.
  return toHitBody({ k, n: n === 'engagement' ? undefined : n, u, i, p: { r } });
};

const readHit = (request: IncomingMessage): Promise<Buffer> => {
  refuseOtherTypes(request.headers);
  if (Number(headerOf(request.headers, 'content-length')) > MAX_HIT_BYTES) throw payloadTooLarge();
  return readBody(request, MAX_HIT_BYTES);
};

/** Any page may send hits, and none may read the answer: there is nothing to read. */
const ANSWER_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

const sendFailure = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HitFailure,
): void => {
  // A refused body is not read to its end.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, headers).end(body);
};

/**
 * The public endpoint that receives the tracker's hits. It speaks HTTP without Express: it takes
 * thousands of requests a second and needs nothing of what other paths need. Stored hits, dropped
 * hits and unknown keys all get the same 204.
 * @returns a listener that passes requests for other paths on to `next`
 */
export const createCollectRouter = (deps: CollectRouterDeps, next: RequestListener): RequestListener => {
  const { collect, logger, collectPath: path, trustProxy, collectQueue: maxPending } = deps;
  const failureOf = createHitFailures(logger);
  let pending = 0;

  /** Counts a hit while it is in progress, and refuses it where too many are. */
  const admitted = async (take: () => Promise<unknown>): Promise<void> => {
    pending += 1;
    try {
      if (pending > maxPending)
        throw unavailable('Too many hits are waiting to be stored.', { retryAfterSeconds: 2 });
      await take();
    } finally {
      pending -= 1;
    }
  };

  const take = async (request: IncomingMessage, bodyOf: () => Promise<HitBody> | HitBody): Promise<void> => {
    const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
    await refuseAbandoned(request);
    await collect.fromBrowser(await bodyOf(), senderOf(request, trustProxy), deadline);
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    bodyOf: () => Promise<HitBody> | HitBody,
    image?: Buffer,
  ): Promise<void> => {
    const requestId = acceptRequestId(request.headers['x-request-id']);
    const headers = { 'X-Request-Id': requestId, ...ANSWER_HEADERS };
    try {
      if (request.method !== method) throw methodNotAllowed([method]);
      await admitted(() => take(request, bodyOf));
      if (image)
        response
          .writeHead(200, { ...headers, 'Content-Type': 'image/gif', 'Content-Length': image.length })
          .end(image);
      else response.writeHead(204, { ...headers, [PASS_HITS_HEADER]: PASSED_HITS_PATH }).end();
    } catch (error) {
      const failure = failureOf(error, requestId);
      sendFailure(request, response, { ...failure, headers: { ...headers, ...failure.headers } });
    }
  };

  const passed = createPassedHits({
    identity: deps.identity,
    answerHeaders: ANSWER_HEADERS,
    failureOf,
    async take({ headers, body }, socket) {
      await admitted(async () => {
        const deadline = answerDeadline(headers[TIMEOUT_HEADER]);
        refuseOtherTypes(headers);
        await collect.fromBrowser(parseBeacon(body), senderOf({ headers, socket }, trustProxy), deadline);
      });
    },
  });

  const handlers: Record<
    string,
    (request: IncomingMessage, response: ServerResponse, query: string) => void
  > = {
    [path]: (request, response) =>
      void answer(request, response, 'POST', async () => parseBeacon(await readHit(request))),
    [`${path}.gif`]: (request, response, query) =>
      void answer(request, response, 'GET', () => bodyOfGif(request, query), PIXEL),
    [PASSED_HITS_PATH]: (request, response) => void passed(request, response),
  };

  return (request, response) => {
    const url = request.url ?? '';
    const end = url.indexOf('?');
    const handler = handlers[end < 0 ? url : url.slice(0, end)];
    if (handler) handler(request, response, end < 0 ? '' : url.slice(end + 1));
    else next(request, response);
  };
};
