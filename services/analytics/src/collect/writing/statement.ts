import { plainArray } from '@platform/database';
import type { ClientBase, QueryResult, QueryResultRow } from 'pg';

/** A prepared statement: the server parses and plans it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The same for one shard of a Citus cluster; its last parameter is the batch's websites. */
  readonly clusterText: string;
  readonly values: readonly (string | number)[];
}

/** Runs a statement in the form that the database needs. */
export type Run = <Row extends QueryResultRow>(statement: Statement) => Promise<QueryResult<Row>>;

/**
 * Runs the statements of a batch.
 * @param websites of the batch; on a cluster, their rows are on one shard of each table
 */
export const createRun =
  (client: ClientBase, isDistributed: boolean, websites: readonly number[]): Run =>
  (statement) => {
    const { name, text, clusterText, values } = statement;
    return isDistributed
      ? // Citus plans each execution anew, as the parameters tell the shard.
        client.query({ text: clusterText, values: [...values, plainArray(websites)] })
      : client.query({ name, text, values: [...values] });
  };
