import { Pool } from 'undici';

const CONNECT_MILLISECONDS = 1_500;
/** A service announces how long it keeps idle connections; they are closed this much earlier. */
const EARLIER_MILLISECONDS = 1_000;

/** Connections to one instance of a service, and what every path on it begins with. */
export interface UpstreamPool {
  readonly pool: Pool;
  /** Path of the instance's base address, without a slash at the end. */
  readonly prefix: string;
}

/**
 * Opens connections to an instance as they are needed. They have no time limits for answers: each
 * request has a deadline of its own, and stalled connections are closed by the server.
 * @param url base address of the instance
 * @param connections at most this many at a time
 */
export const createUpstreamPool = (url: string, connections: number): UpstreamPool => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, {
    connections,
    connectTimeout: CONNECT_MILLISECONDS,
    keepAliveTimeoutThreshold: EARLIER_MILLISECONDS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { pool, prefix: pathname.replace(/\/$/, '') };
};
