import { plainArray, textArray, timeArray } from '@platform/database';

import { insertOnShard } from '../../cluster/one-shard.ts';
import type { Statement } from './statement.ts';

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
