import type { Database } from '@platform/database';
import pg from 'pg';

/** A statement as knex sent it. */
interface Sent {
  readonly sql: string;
  readonly bindings?: unknown[];
}

/** How Citus runs a statement. */
export interface QueryPlan {
  readonly sql: string;
  readonly plan: string;
  /** Shards that it is sent to: one number for each part of it. */
  readonly shards: readonly number[];
  /** True if rows are collected on the coordinator and sent to the nodes again. */
  readonly hasSubplans: boolean;
}

/** The statements with which `work` reads. */
const readsOf = async (database: Database, work: () => Promise<unknown>): Promise<readonly Sent[]> => {
  const sent = new Map<string, Sent>();
  const note = (statement: Sent): void => {
    if (/^\s*(SELECT|WITH)\b/i.test(statement.sql)) sent.set(statement.sql, statement);
  };
  database.on('query', note);
  try {
    await work();
  } finally {
    database.off('query', note);
  }
  return [...sent.values()];
};

/**
 * Has Citus explain the statements with which `work` reads from distributed tables, each text once.
 * @param options.url of the service's own role
 */
export const explainReads = async (
  options: { database: Database; url: string },
  work: () => Promise<unknown>,
): Promise<readonly QueryPlan[]> => {
  const reads = await readsOf(options.database, work);
  const client = new pg.Client({ connectionString: options.url, options: '-c search_path=analytics' });
  await client.connect();
  try {
    const plans: QueryPlan[] = [];
    for (const { sql, bindings = [] } of reads) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (VERBOSE, COSTS off) ${sql}`,
        bindings,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (!plan.includes('(Citus ')) continue;
      const shards = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      plans.push({ sql, plan, shards, hasSubplans: plan.includes('Distributed Subplan') });
    }
    return plans;
  } finally {
    await client.end();
  }
};
