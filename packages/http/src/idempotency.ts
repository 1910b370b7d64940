import { createHash } from 'node:crypto';

import type { IdempotencyStore } from '@platform/database';
import { conflict, invalid } from '@platform/errors';

import { canonicalJson } from './canonical-json.ts';
import type { Reply } from './reply.ts';
import { hashKey, openAnswer, sealAnswer } from './sealed-answer.ts';

/** A request that may be repeated. */
export interface RepeatableRequest {
  organisation: string;
  /** Id of the key or member: what one caller was told, another one may not be allowed to know. */
  caller: string;
  method: string;
  path: string;
  /** Value of the header `Idempotency-Key`, if it was sent. */
  key: string | undefined;
  /** The validated body. */
  body: unknown;
}

type Work = () => Promise<Reply | undefined>;

/** Lets a client repeat a request that it got no answer to: the work is done only once. */
export interface Idempotency {
  /**
   * Does the work and keeps its answer, both in one transaction, or repeats the answer it gave
   * before. Failures are not kept, so that the client may correct the request and try again.
   * @throws 400 or 422 for a malformed key, and for one that was used with another body in the last
   *   24 hours; 409 or 400 if the first request is still running after 10 seconds
   */
  run(request: RepeatableRequest, work: Work): Promise<Reply | undefined>;
}

/** Name of the request header. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** 1–255 visible ASCII characters. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** How long a request waits for the first one with its key. */
const WAIT_MILLISECONDS = 10_000;
/** Answers between two removals of those that are out of date. */
const SWEEP_EVERY = 500;
/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03';

const refuse = (message: string, code: string) =>
  invalid([{ field: IDEMPOTENCY_HEADER, message: `${IDEMPOTENCY_HEADER} ${message}` }], { code });

const replayed = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Idempotency-Replayed': 'true' },
});

/** What is kept of an answer: not the work that follows it. */
const withoutSequel = (reply: Reply): Reply => {
  const kept = { ...reply };
  delete kept.afterCommit;
  return kept;
};

const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_TIMEOUT;

/** Runs work that has no key: its sequel follows at once. */
export const runUnrepeatable = async (work: Work): Promise<Reply | undefined> => {
  const reply = await work();
  return reply?.afterCommit === undefined ? reply : reply.afterCommit();
};

/** @param store keeps the answers, in the schema of the service */
export const createIdempotency = (store: IdempotencyStore): Idempotency => {
  /** Requests in this process, so that their repetitions wait without holding a connection. */
  const inFlight = new Map<string, Promise<unknown>>();
  let answers = 0;

  const sweepAtTimes = (): void => {
    answers += 1;
    // What a failed sweep left is removed by the next one.
    if (answers % SWEEP_EVERY === 0) store.sweep().catch(() => undefined);
  };

  const attempt = async (
    scope: string,
    key: string,
    body: unknown,
    work: Work,
  ): Promise<Reply | undefined> => {
    const keyHash = hashKey(scope, key);
    const fingerprint = createHash('sha256').update(canonicalJson(body)).digest();
    const keep = (reply: Reply) => store.keep(keyHash, sealAnswer(scope, key, withoutSequel(reply)));
    const reply = await store.inTransaction(async () => {
      const kept = await store.claim(keyHash, fingerprint, WAIT_MILLISECONDS);
      if (kept !== undefined) {
        if (!kept.fingerprint.equals(fingerprint))
          throw refuse('was used with another body', 'idempotency_key_reused');
        return kept.answer === null ? undefined : replayed(openAnswer(scope, key, kept.answer) as Reply);
      }
      const done = await work();
      if (done !== undefined) await keep(done);
      return done;
    });
    if (reply?.afterCommit === undefined) return reply;
    const final = await reply.afterCommit();
    await keep(final);
    return final;
  };

  const run: Idempotency['run'] = async ({ organisation, caller, method, path, key, body }, work) => {
    if (key === undefined) return runUnrepeatable(work);
    if (!KEY.test(key)) throw refuse('must be 1 to 255 visible ASCII characters', 'invalid_parameter');
    sweepAtTimes();
    const scope = JSON.stringify([organisation, caller, method, path]);
    const id = JSON.stringify([scope, key]);
    for (let earlier = inFlight.get(id); earlier !== undefined; earlier = inFlight.get(id)) await earlier;
    const running = attempt(scope, key, body, work).catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      throw conflict('The first request with this Idempotency-Key is still running.', {
        code: 'idempotency_in_progress',
        retryAfterSeconds: 2,
      });
    });
    const settled = running.catch(() => undefined);
    inFlight.set(id, settled);
    try {
      return await running;
    } finally {
      if (inFlight.get(id) === settled) inFlight.delete(id);
    }
  };

  return { run };
};
