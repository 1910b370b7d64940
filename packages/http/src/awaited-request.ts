import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { unavailable } from '@platform/errors';
import { wasStalled, watchStalls } from '@platform/runtime';
import type { RequestHandler } from 'express';

/** Request header that says how many milliseconds the gateway waits for an answer. */
const TIMEOUT_HEADER = 'x-timeout-ms';
/** Margin for the answer's own way back. */
const MARGIN_MILLISECONDS = 500;

/** When the answer to a request is due, by performance.now(); undefined if its sender doesn't say. */
export const dueAtOf = (request: IncomingMessage): number | undefined => {
  const given = request.headers[TIMEOUT_HEADER];
  if (typeof given !== 'string' || !/^\d{1,6}$/.test(given)) return undefined;
  return performance.now() + Math.max(0, Number(given) - MARGIN_MILLISECONDS);
};

/** Time in which the notice arrives that a sender has hung up. */
const NEWS_MILLISECONDS = 100;

/**
 * Refuses a request that nobody waits for any more. A process that was suspended wakes up to the requests
 * that arrived meanwhile, and hears only a little later that their senders have hung up.
 * @throws 503
 */
export const refuseAbandoned = async (request: IncomingMessage): Promise<void> => {
  if (!wasStalled()) return;
  await sleep(NEWS_MILLISECONDS);
  if (request.destroyed || request.socket.destroyed)
    throw unavailable('The sender of the request has hung up.', { retryAfterSeconds: 2 });
};

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets requests that may change something pass only while somebody waits for their answers. From here on the
 * process watches itself for stalls.
 */
export const onlyAwaited = (): RequestHandler => {
  watchStalls();
  return async (request, _response, next) => {
    if (!SAFE.has(request.method)) await refuseAbandoned(request);
    next();
  };
};
