import { unavailable } from '@platform/errors';
import { isTooLate } from '@platform/runtime';
import createKnex from 'knex';
import type { Knex } from 'knex';

const { client } = createKnex({ client: 'pg' }) as { client: Knex.Client };
const PostgresDriver = client.constructor as typeof Knex.Client;

/** What changes nothing, or undoes it. */
const HARMLESS = /^\s*(select|show|set|begin|rollback|savepoint|release)\b/i;
const COMMIT = /^\s*commit\b/i;

const tooLate = (): Error =>
  unavailable('The request took longer than its sender is willing to wait. Nothing was changed.', {
    retryAfterSeconds: 2,
  });

/**
 * Refuses to change anything for a request whose sender was told that it failed: with `COMMIT`, the
 * transaction is rolled back instead. A process may have been stopped between any two statements.
 */
export class TimelyClient extends PostgresDriver {
  override async query(connection: unknown, statement: string | { readonly sql: string }): Promise<unknown> {
    const sql = typeof statement === 'string' ? statement : statement.sql;
    if (!isTooLate() || HARMLESS.test(sql)) return super.query(connection, statement) as unknown;
    if (COMMIT.test(sql)) await super.query(connection, 'ROLLBACK;');
    throw tooLate();
  }
}
