import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

import type { IdempotencyStore } from '@platform/database';
import { conflict, invalid } from '@platform/errors';
import type { ErrorKind } from '@platform/errors';
import type { Logger } from '@platform/runtime';

import type { Reply } from './reply.ts';
import { toAppError } from './send-error.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Hashes a key; only the hash is kept.
 * @param scope sender and target of the request; a key means something within it only
 */
const hashKey = (scope: string, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest();

const cipherKey = (scope: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, scope, 'idempotency-answer', 32));

/**
 * Longer records are kept beside the answer: as a string within its JSON, each of their quotes would be
 * escaped.
 */
const LONG = 256 * 1024;
/** JSON escapes this character. */
const BETWEEN = '\0';

const textOf = (answer: Reply): string => {
  if (answer.kind !== 'one' || answer.json === undefined || answer.json.length < LONG)
    return JSON.stringify(answer);
  const { json, ...rest } = answer;
  return `${JSON.stringify(rest)}${BETWEEN}${json}`;
};

const answerOf = (text: string): Reply => {
  const end = text.indexOf(BETWEEN);
  if (end < 0) return JSON.parse(text) as Reply;
  return { ...(JSON.parse(text.slice(0, end)) as Reply), json: text.slice(end + 1) } as Reply;
};

/**
 * Encrypts an answer under the client's Idempotency-Key (HKDF-SHA-256, AES-256-GCM), because answers
 * may hold secrets: whoever has the database alone can't read them.
 */
const sealAnswer = (scope: string, key: string, answer: Reply): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(scope, key), nonce);
  const text = Buffer.concat([cipher.update(textOf(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** The answer that `sealAnswer` encrypted. @throws Error for another key or altered bytes */
const openAnswer = (scope: string, key: string, sealed: Buffer): Reply => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, cipherKey(scope, key), nonce);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return answerOf(text.toString());
};

/** Returns a copy with the keys of its objects in order, for `JSON.stringify` to write. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map(inOrder);
  const object = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort())
    // Plain assignment to a field of this name would set the copy's prototype.
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: inOrder(object[name]), enumerable: true });
    else copy[name] = inOrder(object[name]);
  return copy;
};

/**
 * JSON with sorted object keys, so equal values give equal text. A sorting replacer takes twice as
 * long as a sorted copy.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value ?? null));

/** Fingerprints a body, to distinguish it from another one under the same key. */
export const fingerprintOf = (body: unknown): Buffer =>
  createHash('sha256').update(canonicalJson(body)).digest();

/** A request that may be repeated. */
export interface RepeatableRequest {
  organisation: string;
  /** Id of the key or member, as one caller may be told more than another. */
  caller: string;
  method: string;
  path: string;
  /** Value of the header `Idempotency-Key`, if it was sent. */
  key: string | undefined;
  /** The validated body. */
  body: unknown;
  /** Its `fingerprintOf`, where that was computed already. */
  fingerprint?: Uint8Array | undefined;
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

/** An answer without the work that follows it, as it is kept and sent. */
const withoutSequel = (reply: Reply): Reply => {
  const kept = { ...reply };
  delete kept.afterCommit;
  return kept;
};

/** Faults that say nothing about the request: a repetition may succeed. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['internal', 'unavailable']);

/** Sends the answer of a committed record when the work after the commit is unavailable for a while. */
export const withSureSequel =
  (logger: Pick<Logger, 'warn'> | undefined) =>
  (reply: Reply | undefined): Reply | undefined => {
    const sequel = reply?.afterCommit;
    if (reply === undefined || sequel === undefined || reply.isOnlyBegun === true) return reply;
    const afterCommit = (): Promise<Reply> =>
      sequel().catch((error: unknown) => {
        if (!PASSING.has(toAppError(error).kind)) throw error;
        logger?.warn({ err: error }, 'a record was made, but not what follows it; it is answered as made');
        return withoutSequel(reply);
      });
    return { ...reply, afterCommit };
  };

const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_TIMEOUT;

/** Runs work without a key; the follow-up runs at once. */
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
    // The next sweep removes what a failed one left.
    if (answers % SWEEP_EVERY === 0) store.sweep().catch(() => undefined);
  };

  const attempt = async (
    scope: string,
    key: string,
    fingerprint: Buffer,
    work: Work,
  ): Promise<Reply | undefined> => {
    const keyHash = hashKey(scope, key);
    const keep = (reply: Reply) => store.keep(keyHash, sealAnswer(scope, key, withoutSequel(reply)));
    const reply = await store.inTransaction(async () => {
      const kept = await store.claim(keyHash, fingerprint, WAIT_MILLISECONDS);
      if (kept !== undefined) {
        if (!kept.fingerprint.equals(fingerprint))
          throw refuse('was used with another body', 'idempotency_key_reused');
        return kept.answer === null ? undefined : replayed(openAnswer(scope, key, kept.answer));
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

  const run: Idempotency['run'] = async (request, work) => {
    const { organisation, caller, method, path, key, body } = request;
    if (key === undefined) return runUnrepeatable(work);
    if (!KEY.test(key)) throw refuse('must be 1 to 255 visible ASCII characters', 'invalid_parameter');
    sweepAtTimes();
    const scope = JSON.stringify([organisation, caller, method, path]);
    const id = JSON.stringify([scope, key]);
    for (let earlier = inFlight.get(id); earlier !== undefined; earlier = inFlight.get(id)) await earlier;
    const fingerprint = request.fingerprint ? Buffer.from(request.fingerprint) : fingerprintOf(body);
    const running = attempt(scope, key, fingerprint, work).catch((error: unknown) => {
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
