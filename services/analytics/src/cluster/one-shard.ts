import { ANCHOR } from './distributed-tables.ts';

export interface ShardInsert {
  readonly table: string;
  /** `website_id` among them; the columns of the source, in its order. */
  readonly columns: readonly string[];
  /** `unnest(…)`. */
  readonly source: string;
  /** The parameter with the websites of the batch, which are all on one shard. */
  readonly websites: string;
  readonly conflict: string;
  /** SQL for a column, if it isn't the source's column `k.<name>`. */
  readonly expressions?: Readonly<Record<string, string>>;
}

/**
 * An `INSERT … SELECT unnest(…)` that Citus sends to the node of its rows, as one statement. It
 * needs a distributed table to tell the shard from; otherwise the coordinator evaluates the SELECT,
 * copies its rows into a file on the node, and commits in two phases.
 */
export const insertOnShard = ({
  table,
  columns,
  source,
  websites,
  conflict,
  expressions = {},
}: ShardInsert): string => {
  const values = columns.map((name) =>
    name === 'website_id' ? 'a.website_id' : (expressions[name] ?? `k.${name}`),
  );
  return `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')}
     FROM ${ANCHOR} a JOIN ${source} AS k (${columns.join(', ')}) ON k.website_id = a.website_id
     WHERE a.website_id = ANY (${websites}::integer[]) ${conflict}`;
};

/**
 * Lets Citus see that a statement concerns one shard: a condition that chooses it.
 * @param column such as `v.website_id`
 */
export const onOneShard = (column: string, websites: string): string =>
  `${column} = ANY (${websites}::integer[])`;
