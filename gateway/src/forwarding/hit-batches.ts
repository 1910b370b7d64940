import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

import { HIT_HEADERS, VERDICTS_TYPE } from '@platform/http';
import type { HitVerdict, PassedHit } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';
import type { Dispatcher } from 'undici';

import { answerHeaders } from './headers.ts';
import type { Attempt, Forwarding, Way } from './forwarding.ts';
import type { PooledWay } from './pooled-transport.ts';
import { readSmallBody } from './request-body.ts';
import { createUpstreamPool } from './pooled-transport.ts';

/** One hit among others: an attempt that can't be taken back by itself. */
class BatchedHit implements Attempt {
  readonly awaitsBody = false;
  readonly usedOldConnection = false;
  readonly forwarding: Forwarding;
  readonly body: Buffer;
  /** The request that carries it, once it is under way. */
  batch: BatchAttempt | undefined;
  #isOver = false;

  constructor(forwarding: Forwarding, body: Buffer) {
    this.forwarding = forwarding;
    this.body = body;
    forwarding.attempt = this;
  }

  /** True while somebody waits for its verdict. */
  isWaiting(): boolean {
    return !this.#isOver;
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.batch?.endIfUnwanted();
  }

  /** @param common headers of the answer to each hit of the batch */
  answer(common: IncomingHttpHeaders, [, status, own, body]: HitVerdict): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { context } = this.forwarding;
    const headers: IncomingHttpHeaders = { ...common };
    for (const name in own) headers[name.toLowerCase()] = own[name];
    this.forwarding.answered(headers);
    const { response } = context;
    response.writeHead(status, answerHeaders(headers, response.shouldKeepAlive, context.headers));
    response.end(body);
  }

  broke(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.forwarding.broke(error);
  }
}

/** The headers of a batch's answer that are not about the batch itself. */
const commonOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const { 'content-type': _type, 'content-length': _length, ...common } = headers;
  return common;
};

/** A request with many hits. Each line of its answer is a verdict, passed on as it arrives. */
class BatchAttempt implements Dispatcher.DispatchHandler {
  readonly #hits: readonly BatchedHit[];
  readonly #onRefused: (hits: readonly BatchedHit[]) => void;
  readonly #decoder = new StringDecoder();
  #controller: Dispatcher.DispatchController | undefined;
  #common: IncomingHttpHeaders = {};
  #isTaken = false;
  #rest = '';

  /** @param onRefused called where the service doesn't take batches; it has taken none of the hits */
  constructor(hits: readonly BatchedHit[], onRefused: (hits: readonly BatchedHit[]) => void) {
    this.#hits = hits;
    this.#onRefused = onRefused;
    for (const hit of hits) hit.batch = this;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.endIfUnwanted();
  }

  /** Hangs up, which the service notices, once nobody waits for any verdict. */
  endIfUnwanted(): void {
    if (this.#hits.some((hit) => hit.isWaiting())) return;
    this.#controller?.abort(new Error('Nobody waits for an answer any more.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Interim answers (RFC 9110, 15.2) are for the gateway; another one follows.
    if (status < 200) return;
    this.#isTaken = status === 200 && headers['content-type'] === VERDICTS_TYPE;
    this.#common = commonOf(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isTaken) return;
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const verdict = JSON.parse(line) as HitVerdict;
      this.#hits[verdict[0]]?.answer(this.#common, verdict);
    }
  }

  onResponseEnd(): void {
    if (this.#isTaken) this.#fail(new Error('The service left a hit without a verdict.'));
    else this.#onRefused(this.#hits.filter((hit) => hit.isWaiting()));
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    for (const hit of this.#hits) hit.broke(error);
  }
}

/** Hits gather for this long behind a batch that was sent; one that comes after a pause is not held. */
const GATHER_MILLISECONDS = 3;
/** Hits of at most 16 KB, so a batch stays below what the service takes. */
const MAX_HITS = 60;
const MAX_CONNECTIONS = 256;

/** An instance that refused a batch gets single hits for this long, whatever it announces. */
const REFUSAL_MILLISECONDS = 30_000;

const READ = new Set<string>(HIT_HEADERS);

interface HitBatchesOptions {
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
