import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IdempotencyClaim, IdempotencyStore } from '@platform/database';
import { conflict, invalid } from '@platform/errors';

import type { Reply } from './reply.ts';

/** A request that may be repeated. */
export interface RepeatableRequest {
  organisation: string;
  method: string;
  path: string;
  /** Value of the header `Idempotency-Key`, if it was sent. */
  key: string | undefined;
  /** The validated body. */
  body: unknown;
}

/** Lets a client repeat a request that it got no answer to: the work is done once, and its answer is given again. */
export interface Idempotency {
  /**
   * Does the work, or answers what it answered before. Failures are not kept: the client may mend them and try again.
   * @throws 400 or 422 for a malformed key, and for one that was used with another body in the last 24 h
   */
  run(request: RepeatableRequest, work: () => Promise<Reply | undefined>): Promise<Reply | undefined>;
}

/** Name of the request header. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** 1–255 visible ASCII characters. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** How long a request waits for the first one of its key, in steps. */
const WAIT_MILLISECONDS = 10_000;
const STEP_MILLISECONDS = 50;

/** JSON with the keys of objects in order, so that equal bodies give equal text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

const refuse = (message: string, code: string) =>
  invalid([{ field: IDEMPOTENCY_HEADER, message: `${IDEMPOTENCY_HEADER} ${message}` }], { code });

/** @param store keeps the answers, in the schema of the service */
export const createIdempotency = (store: IdempotencyStore): Idempotency => {
  /** Work of this process, so that its repetitions wait without asking the database. */
  const inFlight = new Map<string, Promise<unknown>>();

  const claimInTurn = async (scope: string, key: string, fingerprint: string): Promise<IdempotencyClaim> => {
    const deadline = Date.now() + WAIT_MILLISECONDS;
    for (;;) {
      const claim = await store.claim(scope, key, fingerprint);
      if (claim.state !== 'running' || Date.now() > deadline) return claim;
      await sleep(STEP_MILLISECONDS);
    }
  };

  const attempt = async (
    scope: string,
    key: string,
    body: unknown,
    work: () => Promise<Reply | undefined>,
  ): Promise<Reply | undefined> => {
    const fingerprint = createHash('sha256').update(canonical(body)).digest('base64url');
    const claim = await claimInTurn(scope, key, fingerprint);
    switch (claim.state) {
      case 'different':
        throw refuse('was used with another body', 'idempotency_key_reused');
      case 'running':
        throw conflict('The first request with this Idempotency-Key is still running.', {
          code: 'idempotency_in_progress',
          retryAfterSeconds: 2,
        });
      case 'done': {
        const reply = claim.reply as Reply;
        return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
      }
      case 'claimed': {
        const reply = await work().catch(async (error: unknown) => {
          // Where even this fails, the claim counts as abandoned after a minute.
          await store.release(claim.claim).catch(() => undefined);
          throw error;
        });
        await (reply === undefined ? store.release(claim.claim) : store.complete(claim.claim, reply));
        return reply;
      }
    }
  };

  return {
    async run({ organisation, method, path, key, body }, work) {
      if (key === undefined) return work();
      if (!KEY.test(key)) throw refuse('must be 1 to 255 visible ASCII characters', 'invalid_parameter');
      const scope = `${organisation} ${method} ${path}`;
      const id = `${scope} ${key}`;
      for (let earlier = inFlight.get(id); earlier !== undefined; earlier = inFlight.get(id)) await earlier;
      const running = attempt(scope, key, body, work);
      const settled = running.catch(() => undefined);
      inFlight.set(id, settled);
      try {
        return await running;
      } finally {
        if (inFlight.get(id) === settled) inFlight.delete(id);
      }
    },
  };
};
