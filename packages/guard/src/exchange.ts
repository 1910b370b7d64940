import { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import { GuardError } from './guard-error.ts';

const toPairs = (rawHeaders: Dispatcher.DispatchController['rawHeaders']): [string, string][] => {
  const fields = Array.isArray(rawHeaders)
    ? rawHeaders.map((field) => Buffer.from(field).toString('latin1'))
    : [];
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < fields.length; index += 2)
    pairs.push([(fields[index] ?? '').toLowerCase(), fields[index + 1] ?? '']);
  return pairs;
};

interface ExchangeRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. */
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds until the headers must be there, connecting included. */
  readonly headersTimeout: number;
}

export interface Exchange {
  readonly status: number;
  /** In the order received, one pair per field line, names in lower case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Readable;
  /**
   * Milliseconds from writing the request on an open connection to the first byte of the answer.
   */
  readonly timeToFirstByte: number;
}

const MAX_INFORMATIONAL = 8;

/**
 * One request and one answer, whose body is not read yet. The body must be read to its end or
 * destroyed.
 */
export const exchange = (dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let startedAt = 0;
    let informational = 0;
    let answered = false;
    let finished = false;

    const abort = (reason: Error): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      controller?.abort(reason);
      if (!answered) reject(reason);
      else if (!body.destroyed) body.destroy(reason);
    };
    const onAbort = (): void => {
      abort(new GuardError('timeout', request.signal.reason));
    };
    const timer = setTimeout(() => {
      abort(new GuardError('timeout'));
    }, request.headersTimeout);
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read: () => controller?.resume(),
      destroy(error, callback) {
        abort(error ?? new GuardError('too_large'));
        callback(error);
      },
    });
    // Nobody listens to a failure after the body was given up.
    body.on('error', () => undefined);

    if (request.signal.aborted) {
      onAbort();
      return;
    }
    request.signal.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        // By default undici closes the connection after HEAD: a handshake for each file of a page.
        reset: false,
      },
      {
        onRequestStart(started) {
          controller = started;
          startedAt = performance.now();
          if (finished) started.abort(new GuardError('timeout'));
        },
        onResponseStart(_controller, status) {
          if (status < 200) {
            informational += 1;
            if (informational > MAX_INFORMATIONAL) abort(new GuardError('invalid_response'));
            return;
          }
          clearTimeout(timer);
          answered = true;
          const timeToFirstByte = performance.now() - startedAt;
          resolve({ status, headers: toPairs(_controller.rawHeaders), body, timeToFirstByte });
        },
        onResponseData(responding, chunk) {
          if (!body.push(chunk)) responding.pause();
        },
        onResponseEnd() {
          finished = true;
          request.signal.removeEventListener('abort', onAbort);
          body.push(null);
        },
        onResponseError(_controller, error) {
          abort(error);
        },
      },
    );
  });
