import type { Forwarding, Way } from './forwarding.ts';
import { PooledAttempt } from './pooled-attempt.ts';
import { hasBody } from './request-body.ts';
import { readSmallBody } from './small-body.ts';
import { createUpstreamPool } from './upstream-pool.ts';

const MAX_CONNECTIONS = 2_048;

/** The way of small requests. */
export interface PooledWay extends Way {
  /** Sends a request whose body has been read. */
  dispatch(forwarding: Forwarding, body: Buffer | null): void;
}

/**
 * Sends requests with a small body or none through undici, in about half the processor time of
 * node's own client. The body is read before anything is sent, so a client that sends it slowly
 * occupies no connection to the service.
 * @param url base address of the instance
 */
export const createPooledWay = (url: string): PooledWay => {
  const { pool, prefix } = createUpstreamPool(url, MAX_CONNECTIONS);
  // The first request on a connection is written in the same turn of the event loop in which it
  // opens.
  let isFresh = false;
  pool.on('connect', () => {
    isFresh = true;
    queueMicrotask(() => {
      isFresh = false;
    });
  });

  const dispatch = (forwarding: Forwarding, body: Buffer | null): void => {
    const { request } = forwarding.context;
    forwarding.body = body;
    const attempt = new PooledAttempt(forwarding, () => isFresh);
    forwarding.attempt = attempt;
    pool.dispatch(
      {
        method: request.method as 'GET',
        path: prefix + (request.url ?? ''),
        headers: forwarding.headers,
        body,
      },
      attempt,
    );
  };

  return {
    dispatch,
    send(forwarding) {
      if (forwarding.body !== undefined) dispatch(forwarding, forwarding.body);
      else if (hasBody(forwarding.context.request)) readSmallBody(forwarding, dispatch);
      else dispatch(forwarding, null);
    },
    close: () => void pool.destroy(),
  };
};
