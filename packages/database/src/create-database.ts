import { unavailable } from '@platform/errors';
import { isTooLate } from '@platform/runtime';
import createKnex from 'knex';
import type { Knex } from 'knex';
import type pg from 'pg';

import { followAmbient } from './ambient-transaction.ts';

const { client } = createKnex({ client: 'pg' }) as { client: Knex.Client };
const PostgresDriver = client.constructor as typeof Knex.Client;

/** Statements that change nothing, or undo changes. */
const HARMLESS = /^\s*(select|show|set|begin|rollback|savepoint|release)\b/i;
const COMMIT = /^\s*commit\b/i;

const tooLate = (): Error =>
  unavailable('The request took longer than its sender is willing to wait. Nothing was changed.', {
    retryAfterSeconds: 2,
  });

/** The last statement of each connection that is at work. */
const working = new WeakMap<object, Promise<unknown>>();

/**
 * Does work on a connection after what it was given before. Within a transaction, statements that
 * don't wait for each other share one connection, and node-postgres 9 takes one at a time.
 */
const inTurn = async (connection: object, work: () => Promise<unknown>): Promise<unknown> => {
  const before = working.get(connection);
  const own = before === undefined ? work() : before.then(work, work);
  working.set(connection, own);
  try {
    return await own;
  } finally {
    if (working.get(connection) === own) working.delete(connection);
  }
};

/**
 * Refuses to change anything for a request whose sender was told that it failed: with `COMMIT`, the
 * transaction is rolled back instead. A process may have been stopped between any two statements.
 */
class TimelyClient extends PostgresDriver {
  override async query(connection: unknown, statement: string | { readonly sql: string }): Promise<unknown> {
    const sql = typeof statement === 'string' ? statement : statement.sql;
    const send = (text: typeof statement) =>
      inTurn(connection as object, () => super.query(connection, text) as Promise<unknown>);
    if (!isTooLate() || HARMLESS.test(sql)) return send(statement);
    if (COMMIT.test(sql)) await send('ROLLBACK;');
    throw tooLate();
  }
}

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
  /** How long to wait for a connection to be made; 5 seconds by default. */
  connectMilliseconds?: number;
  /** How long to wait for one of them to be free; 10 seconds by default. */
  acquireMilliseconds?: number;
}

const ACQUIRE_MILLISECONDS = 10_000;
const CONNECT_MILLISECONDS = 5_000;

/**
 * Compiling a plan (JIT, on by default) takes longer than most statements of a service, and is begun
 * whenever the planner overestimates them.
 */
const withoutJit = (connection: pg.ClientBase, done: (error?: Error) => void): void => {
  connection.query('SET jit = off', (error?: Error) => {
    done(error);
  });
};

const silent = (): void => undefined;

/** Makes a pool of connections with the service's schema as search path. Connects on first use. */
export const createDatabase = (options: DatabaseOptions): Database =>
  followAmbient(
    createKnex({
      client: TimelyClient,
      connection: {
        connectionString: options.url,
        application_name: options.applicationName ?? options.schema,
        connectionTimeoutMillis: options.connectMilliseconds ?? CONNECT_MILLISECONDS,
        keepAlive: true,
      },
      searchPath: [options.schema],
      // The pool's look for connections to close wakes an idle process every second by default.
      pool: { min: 0, max: options.poolSize ?? 10, reapIntervalMillis: 10_000, afterCreate: withoutJit },
      // A request waits this long for a connection before it is answered with 503.
      acquireConnectionTimeout: options.acquireMilliseconds ?? ACQUIRE_MILLISECONDS,
      // knex would print faults that reach the caller as errors anyway.
      log: { warn: silent, error: silent, debug: silent, deprecate: silent },
    }),
  );

/** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
export const inTransaction = <Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => database.transaction(work);
