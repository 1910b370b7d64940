import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

import { VERDICTS_TYPE } from '@platform/http';
import type { HitVerdict } from '@platform/http';
import type { Dispatcher } from 'undici';

import { answerHeaders } from './answer-headers.ts';
import type { Attempt, Forwarding } from './forwarding.ts';

/** One hit among others: an attempt that can't be taken back by itself. */
export class BatchedHit implements Attempt {
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
export class BatchAttempt implements Dispatcher.DispatchHandler {
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
