import createKnex from 'knex';
import type { Knex } from 'knex';

export type Database = Knex;
export type Transaction = Knex.Transaction;

export interface DatabaseOptions {
  url: string;
  /** The service's own schema; the only one on the search path. */
  schema: string;
  /** Connections, at most. */
  poolSize?: number;
  /** Shown by pg_stat_activity. */
  applicationName?: string;
}

const ACQUIRE_MILLISECONDS = 10_000;
const CONNECT_MILLISECONDS = 5_000;
const silent = (): void => undefined;

/** A pool of connections that see the service's own schema only. Connects on first use. */
export const createDatabase = (options: DatabaseOptions): Database =>
  createKnex({
    client: 'pg',
    connection: {
      connectionString: options.url,
      application_name: options.applicationName ?? options.schema,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      keepAlive: true,
    },
    searchPath: [options.schema],
    pool: { min: 0, max: options.poolSize ?? 10 },
    // A request waits this long for a connection before it is answered with 503.
    acquireConnectionTimeout: ACQUIRE_MILLISECONDS,
    // What it would print reaches the caller as an error, who logs it with the request's id.
    log: { warn: silent, error: silent, debug: silent, deprecate: silent },
  });
