import { isUtf8 } from 'node:buffer';

import { HIT_HEADERS } from '@platform/http';
import type { PassedHit } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';

import { BatchAttempt, BatchedHit } from './batch-attempt.ts';
import type { Forwarding, Way } from './forwarding.ts';
import type { PooledWay } from './pooled-transport.ts';
import { readSmallBody } from './small-body.ts';
import { createUpstreamPool } from './upstream-pool.ts';

/** Hits gather for this long behind a batch that was sent; one that comes after a pause is not held. */
const GATHER_MILLISECONDS = 3;
/** Hits of at most 16 KB, so a batch stays below what the service takes. */
const MAX_HITS = 60;
const MAX_CONNECTIONS = 256;

/** An instance that refused a batch gets single hits for this long, whatever it announces. */
const REFUSAL_MILLISECONDS = 30_000;

const READ = new Set<string>(HIT_HEADERS);

export interface HitBatchesOptions {
  /** Base address of the instance. */
  url: string;
  /** An identity that says that this is the gateway. */
  vouch: () => Promise<string> | string;
  /** The way of hits that can't go along with others. */
  single: PooledWay;
}

export interface HitBatches extends Way {
  /** True once the instance has said where it takes many hits at once. */
  readonly areTaken: boolean;
  /** Notes where the instance says that it takes them. */
  announce(path: string): void;
}

const toPassed = ({ forwarding: { headers }, body }: BatchedHit): PassedHit => {
  const kept: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (READ.has(name)) kept[name] = headers[at + 1] ?? '';
  }
  return { headers: kept, body: body.toString() };
};

/**
 * Passes hits on many at a time: one request carries those that arrived within a few milliseconds,
 * and each is answered by its own verdict once it has committed. To read, forward and answer a
 * request of its own for each hit took as long as all that the service does with it.
 */
export const createHitBatches = ({ url, vouch, single }: HitBatchesOptions): HitBatches => {
  const { pool, prefix } = createUpstreamPool(url, MAX_CONNECTIONS);
  let waiting: BatchedHit[] = [];
  let isScheduled = false;
  let sentAt = -Infinity;
  let path: string | undefined;
  let refusedUntil = -Infinity;

  const sendSingly = (hits: readonly BatchedHit[]): void => {
    for (const { forwarding, body } of hits) single.dispatch(forwarding, body);
  };

  const send = async (hits: readonly BatchedHit[], to: string): Promise<void> => {
    const attempt = new BatchAttempt(hits, (refused) => {
      // Another version may answer at this address now.
      path = undefined;
      refusedUntil = performance.now() + REFUSAL_MILLISECONDS;
      sendSingly(refused);
    });
    try {
      const identity = vouch();
      pool.dispatch(
        {
          method: 'POST',
          path: prefix + to,
          headers: {
            [IDENTITY_HEADER]: identity instanceof Promise ? await identity : identity,
            'content-type': 'application/json',
          },
          body: JSON.stringify(hits.map(toPassed)),
        },
        attempt,
      );
    } catch (error) {
      attempt.onResponseError(null, error as Error);
    }
  };

  const flush = (): void => {
    isScheduled = false;
    sentAt = performance.now();
    const hits = waiting.filter((hit) => hit.isWaiting());
    waiting = [];
    if (path === undefined) sendSingly(hits);
    else
      for (let from = 0; from < hits.length; from += MAX_HITS)
        void send(hits.slice(from, from + MAX_HITS), path);
  };

  const add = (forwarding: Forwarding, body: Buffer): void => {
    // A text in JSON can't hold it, and the service has to refuse it.
    if (!isUtf8(body)) {
      single.dispatch(forwarding, body);
      return;
    }
    waiting.push(new BatchedHit(forwarding, body));
    if (isScheduled) return;
    isScheduled = true;
    const wait = sentAt + GATHER_MILLISECONDS - performance.now();
    if (wait > 0) setTimeout(flush, wait);
    else setImmediate(flush);
  };

  return {
    get areTaken() {
      return path !== undefined;
    },
    announce(where) {
      if (performance.now() >= refusedUntil) path = where;
    },
    send(forwarding) {
      readSmallBody(forwarding, add);
    },
    close: () => void pool.destroy(),
  };
};
