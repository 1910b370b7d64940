import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';

import {
  badRequest,
  forbidden,
  methodNotAllowed,
  payloadTooLarge,
  unauthenticated,
  unavailable,
} from '@platform/errors';
import { acceptRequestId, PASS_HITS_HEADER, refuseAbandoned, VERDICTS_TYPE } from '@platform/http';
import type { HitVerdict, PassedHit, RequestOrigin } from '@platform/http';
import { HITS_SCOPE, IDENTITY_HEADER } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger, TrustsProxy } from '@platform/runtime';
import { activeTracing } from '@platform/tracing';

import { readQuery } from '../exclusions/rules/exclude-params.ts';
import { PIXEL } from './clients/client.ts';
import type { CollectService } from './collect-service.ts';
import {
  answerDeadline,
  createHitFailures,
  headerOf,
  MAX_HIT_BYTES,
  readBody,
  refuseOtherTypes,
  senderOf,
  TIMEOUT_HEADER,
} from './intake/hit-request.ts';
import { parseBeacon, toHitBody } from './intake/hit-body.ts';
import type { HitBody } from './intake/hit-body.ts';
import type { HitFailure } from './intake/hit-request.ts';

/** Where the gateway passes many hits on in one request. The gateway routes nobody there. */
const PASSED_HITS_PATH = '/hits';

/** The gateway sends at most a quarter of it. */
const MAX_BYTES = 4 * 1024 ** 2;

interface PassedHitsDeps {
  identity: Pick<IdentityVerifier, 'verify'>;
  /** Resolves when a hit has committed. */
  take: (hit: PassedHit, socket: RequestOrigin['socket']) => Promise<void>;
  /** Headers of the answer to each hit. */
  answerHeaders: OutgoingHttpHeaders;
  failureOf: (error: unknown, requestId: string) => HitFailure;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isHit = (value: unknown): value is PassedHit => {
  const { headers, body } = (value ?? {}) as Partial<Record<keyof PassedHit, unknown>>;
  return (
    isText(body) && typeof headers === 'object' && headers !== null && Object.values(headers).every(isText)
  );
};

const hitsOf = (body: Buffer): readonly PassedHit[] => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The batch is not valid JSON.');
  }
  if (!Array.isArray(value) || !value.every(isHit)) throw badRequest('The batch must be an array of hits.');
  return value;
};

/**
 * Takes hits that the gateway passes on many at a time. Each gets its own verdict, in a line of the
 * answer, as soon as its batch has committed: one website that waits holds back no other.
 */
const createPassedHits = (
  deps: PassedHitsDeps,
): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  const { identity, take, answerHeaders, failureOf } = deps;

  const allow = async (request: IncomingMessage): Promise<void> => {
    const caller = await identity
      .verify(headerOf(request.headers, IDENTITY_HEADER))
      .catch((cause: unknown) => {
        throw unavailable("Callers can't be verified at the moment.", { cause });
      });
    if (!caller) throw unauthenticated();
    if (!caller.scopes.includes(HITS_SCOPE)) throw forbidden(`This key lacks the scope ${HITS_SCOPE}.`);
  };

  const judge = async (
    hit: PassedHit,
    place: number,
    socket: RequestOrigin['socket'],
  ): Promise<HitVerdict> => {
    try {
      await take(hit, socket);
      return [place, 204];
    } catch (error) {
      const failure = failureOf(error, acceptRequestId(hit.headers['x-request-id']));
      return [place, failure.status, failure.headers, failure.body];
    }
  };

  const verdictOf = (hit: PassedHit, place: number, socket: RequestOrigin['socket']): Promise<HitVerdict> => {
    const work = () => judge(hit, place, socket);
    return activeTracing()?.serveOne(hit.headers, PASSED_HITS_PATH, work, ([, status]) => status) ?? work();
  };

  const answerAll = async (
    hits: readonly PassedHit[],
    socket: RequestOrigin['socket'],
    response: ServerResponse,
  ): Promise<void> => {
    let lines = '';
    const send = (): void => {
      if (lines !== '') response.write(lines);
      lines = '';
    };
    const settled = hits.map(async (hit, place) => {
      const verdict = await verdictOf(hit, place, socket);
      // Sends everything that one commit settles in one piece.
      if (lines === '') setImmediate(send);
      lines += `${JSON.stringify(verdict)}\n`;
    });
    await Promise.all(settled);
    response.end(lines);
    lines = '';
  };

  return async (request, response) => {
    const requestId = acceptRequestId(request.headers['x-request-id']);
    try {
      if (request.method !== 'POST') throw methodNotAllowed(['POST']);
      await refuseAbandoned(request);
      await allow(request);
      const hits = hitsOf(await readBody(request, MAX_BYTES));
      response.writeHead(200, { ...answerHeaders, 'Content-Type': VERDICTS_TYPE });
      await answerAll(hits, request.socket, response);
    } catch (error) {
      const { status, headers, body } = failureOf(error, requestId);
      if (!request.complete) response.setHeader('Connection', 'close');
      response.writeHead(status, { ...headers, 'X-Request-Id': requestId }).end(body);
    }
  };
};

interface CollectRouterDeps {
  collect: CollectService;
  logger: Logger;
  /** Verifies that the gateway passes hits on. */
  identity: Pick<IdentityVerifier, 'verify'>;
  /** Path of the endpoint; the GIF is at the same path with `.gif`. */
  collectPath: string;
  /** Decides which proxies in front of this process are believed. */
  trustsProxy: TrustsProxy;
  /** Requests that may be in progress at once. More are refused before their bodies are read. */
  collectQueue: number;
}

/** A page without JavaScript sends its address in `Referer` when the query doesn't name it. */
const bodyOfGif = (request: IncomingMessage, query: string): HitBody => {
  const fields = Object.fromEntries(readQuery(query)) as Readonly<Record<string, string | undefined>>;
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
  const { collect, logger, collectPath: path, trustsProxy, collectQueue: maxPending } = deps;
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
    await collect.fromBrowser(await bodyOf(), senderOf(request, trustsProxy), deadline);
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
        await collect.fromBrowser(parseBeacon(body), senderOf({ headers, socket }, trustsProxy), deadline);
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
