import { plainArray, textArray, timeArray } from '@platform/database';
import type { ClientBase, QueryResult, QueryResultRow } from 'pg';

import { insertOnShard } from '../../cluster/distributed-tables.ts';

interface Column<Row> {
  readonly name: string;
  readonly type: 'integer' | 'smallint' | 'bigint' | 'date' | 'timestamptz' | 'text' | 'jsonb' | 'uuid';
  readonly of: (row: Row) => number | string;
}

const literal = <Row>({ type, of }: Column<Row>, rows: readonly Row[]): string => {
  if (type === 'timestamptz') return timeArray(rows.map((row) => Number(of(row))));
  if (type === 'text' || type === 'jsonb') return textArray(rows.map((row) => String(of(row))));
  return plainArray(rows.map(of));
};

/**
 * Builds an `INSERT … SELECT unnest(…)` of all rows at once. The number of its parameters doesn't
 * grow with the rows.
 */
export const inserter = <Row>(table: string, columns: readonly Column<Row>[], conflict = '') => {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ${conflict}`;
  const clusterText = insertOnShard({
    table,
    columns: columns.map(({ name }) => name),
    source: `unnest(${arrays})`,
    websites: `$${columns.length + 1}`,
    conflict,
  });
  return (rows: readonly Row[]): Statement => ({
    name: `insert_${table}`,
    text,
    clusterText,
    values: columns.map((column) => literal(column, rows)),
  });
};

/** SET list that adds to the sums which are there. */
export const adding = (table: string, sums: readonly string[]): string =>
  sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

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
