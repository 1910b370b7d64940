import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import { badRequest, forbidden, methodNotAllowed, unauthenticated, unavailable } from '@platform/errors';
import { acceptRequestId, refuseAbandoned, VERDICTS_TYPE } from '@platform/http';
import type { HitVerdict, PassedHit } from '@platform/http';
import { HITS_SCOPE, IDENTITY_HEADER } from '@platform/identity';
import type { IdentityVerifier } from '@platform/identity';
import { activeTracing } from '@platform/tracing';

import type { Origin } from './intake/client-address.ts';
import type { HitFailure } from './intake/hit-failure.ts';
import { headerOf } from './intake/hit-request.ts';
import { readBody } from './read-body.ts';

/** Where the gateway passes many hits on in one request. The gateway routes nobody there. */
export const PASSED_HITS_PATH = '/hits';

/** The gateway sends at most a quarter of it. */
const MAX_BYTES = 4 * 1024 ** 2;

export interface PassedHitsDeps {
  identity: Pick<IdentityVerifier, 'verify'>;
  /** Resolves when a hit has committed. */
  take: (hit: PassedHit, socket: Origin['socket']) => Promise<void>;
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
export const createPassedHits = (
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

  const judge = async (hit: PassedHit, place: number, socket: Origin['socket']): Promise<HitVerdict> => {
    try {
      await take(hit, socket);
      return [place, 204];
    } catch (error) {
      const failure = failureOf(error, acceptRequestId(hit.headers['x-request-id']));
      return [place, failure.status, failure.headers, failure.body];
    }
  };

  const verdictOf = (hit: PassedHit, place: number, socket: Origin['socket']): Promise<HitVerdict> => {
    const work = () => judge(hit, place, socket);
    return activeTracing()?.serveOne(hit.headers, PASSED_HITS_PATH, work, ([, status]) => status) ?? work();
  };

  const answerAll = async (
    hits: readonly PassedHit[],
    socket: Origin['socket'],
    response: ServerResponse,
  ): Promise<void> => {
    let lines = '';
    const send = (): void => {
      if (lines !== '') response.write(lines);
      lines = '';
    };
    const settled = hits.map(async (hit, place) => {
      const verdict = await verdictOf(hit, place, socket);
      // What one commit settles is sent in one piece.
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
