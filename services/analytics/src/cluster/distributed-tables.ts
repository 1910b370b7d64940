/**
 * The table that all others are placed with. It has a row for every website that was ever written
 * to, which lends the writer's statements the website's shard (docs/adr/0032).
 */
export const ANCHOR = 'dictionary_heads';

/** Tables that grow with the traffic. On Citus their rows live on the node of their website. */
export const DISTRIBUTED_TABLES = [
  ANCHOR,
  'dictionary',
  'events',
  'visits',
  'rollup_quarters',
  'rollup_pages',
  'rollup_values',
  'rollup_vitals',
  'salts',
  'ended_days',
  'visitors',
  'event_ids',
  'late_writes',
  'drops',
  'month_sums',
  'month_sums_days',
  'month_sums_pages',
  'month_sums_values',
  'column_blocks',
  'goal_days',
  'click_days',
  'imported_days',
  'imported_pages',
  'imported_values',
] as const;

interface ShardInsert {
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
