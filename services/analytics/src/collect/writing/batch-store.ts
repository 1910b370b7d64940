import { Socket } from 'node:net';

import { DeadlineError, withDeadline } from '@platform/runtime';
import pg from 'pg';

import { anchor, createTransaction, readStorage } from './batch-transaction.ts';
import type { BatchTransaction } from './batch-transaction.ts';
import { createRun } from './statement.ts';
import type { Statement } from './statement.ts';
import { LIVE_TIMEOUTS } from './writer-lanes.ts';
import type { WriterTimeouts } from './writer-lanes.ts';

/**
 * A socket for a driver that corks it for each statement. What is sent in one turn of the event
 * loop leaves in one piece: a system call for each statement of a batch was the largest single item
 * of the service's processor time.
 */
class GatheringSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }
}

interface TransactionOptions {
  /** Until the deadline. */
  readonly milliseconds: number;
  /** All that the batch is about; on a cluster, all on one shard. */
  readonly websites: readonly number[];
  /** Node of the cluster that has them. Each has connections of its own. */
  readonly node: number;
}

export interface BatchStore {
  /**
   * Runs `work`, then the statements it returns, in one transaction. Resolves when it has
   * committed. Past the deadline PostgreSQL itself refuses to commit, so that what a client was told
   * is lost is not stored later.
   * @throws DeadlineError when the deadline has passed
   */
  inTransaction<Result>(
    options: TransactionOptions,
    work: (transaction: BatchTransaction) => Promise<{ statements: readonly Statement[]; result: Result }>,
  ): Promise<Result>;
  /**
   * Names the history that the database continues at this moment; see `Locked.storage`.
   * @param websites on a cluster, they are made known to their node
   */
  storage(websites: readonly number[], node: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Every statement of a batch looks up a few hundred keys. Its plan is made once per connection,
 * perhaps while the tables are still empty. Left alone, the planner would then read whole tables,
 * and keep doing so when they have grown.
 *
 * On a cluster the nodes plan each execution, as the parameters tell the shard.
 */
const PLANNER = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];

const STORAGE_MILLISECONDS = 5_000;

/** Fails the transaction (division by zero) when it reaches its end too late. */
const GUARD = `
  SELECT 1 / (clock_timestamp() < now() + $1::integer * interval '1 millisecond')::integer`;

interface BatchStoreOptions {
  url: string;
  schema: string;
  /** For each node of a cluster. */
  connections: number;
  isDistributed?: () => boolean | Promise<boolean>;
  /** PostgreSQL's time-outs; those of live traffic by default. */
  timeouts?: WriterTimeouts['settings'];
  /** Called when a connection is lost: another server may answer the next one. */
  onConnectionLost?: () => void;
}

/**
 * The writer's own connections, in pipeline mode: statements of a batch that don't need each
 * other's results travel together. Uses node-postgres directly, as knex can neither name prepared
 * statements nor pipeline.
 */
export const createBatchStore = (options: BatchStoreOptions): BatchStore => {
  const { url, schema, connections } = options;
  const { onConnectionLost = () => undefined, isDistributed = () => false } = options;
  const timeouts = Object.entries(options.timeouts ?? LIVE_TIMEOUTS.settings);
  const pools = new Map<string, pg.Pool>();

  const createPool = (isCluster: boolean): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      application_name: `${schema}-writer`,
      options: [
        `search_path=${schema}`,
        ...(isCluster ? [] : PLANNER),
        'jit=off',
        ...timeouts.map(([name, value]) => `${name}=${value}`),
      ]
        .map((setting) => `-c ${setting}`)
        .join(' '),
      pipeline: true,
      stream: () => new GatheringSocket(),
      max: connections,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      idleTimeoutMillis: 0,
    });
    // The pool replaces a connection that is lost while idle.
    pool.on('error', onConnectionLost);
    // A connection lost in use fails its queries and then emits `error`, which ends the process when
    // nobody listens.
    pool.on('connect', (client) => client.on('error', onConnectionLost));
    return pool;
  };

  /** A node that hangs must not hold the connections that others need. */
  const poolOf = (isCluster: boolean, node: number): pg.Pool => {
    const name = `${isCluster} ${node}`;
    const pool = pools.get(name) ?? createPool(isCluster);
    pools.set(name, pool);
    return pool;
  };

  /** Writes and COMMIT travel together. After a failed write COMMIT rolls back. */
  const run = async <Result>(
    client: pg.ClientBase,
    isCluster: boolean,
    { milliseconds, websites }: TransactionOptions,
    work: (transaction: BatchTransaction) => Promise<{ statements: readonly Statement[]; result: Result }>,
  ): Promise<Result> => {
    const runStatement = createRun(client, isCluster, websites);
    // Named, as the driver corks the socket for named statements only.
    const begun = client.query({ name: 'begin', text: 'BEGIN' });
    const transaction = createTransaction(client, runStatement, isCluster, websites);
    const [{ statements, result }] = await Promise.all([work(transaction), begun]);
    const writes = statements.map(runStatement);
    const guard = client.query({ name: 'guard', text: GUARD, values: [Math.floor(milliseconds)] });
    await Promise.all([...writes, guard, client.query('COMMIT')]);
    return result;
  };

  const connect = async (pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> => {
    const connecting = pool.connect();
    try {
      return await withDeadline(connecting, milliseconds);
    } catch (error) {
      // It may still come, and nobody waits for it any more.
      connecting.then(
        (client) => {
          client.release();
        },
        () => undefined,
      );
      throw error;
    }
  };

  const onConnection = async <Result>(
    node: number,
    milliseconds: number,
    work: (client: pg.ClientBase, isCluster: boolean, milliseconds: number) => Promise<Result>,
  ): Promise<Result> => {
    const end = performance.now() + milliseconds;
    const isCluster = await isDistributed();
    const client = await connect(poolOf(isCluster, node), milliseconds);
    let isFine = false;
    try {
      const left = Math.max(0, end - performance.now());
      const result = await withDeadline(work(client, isCluster, left), left);
      isFine = true;
      return result;
    } catch (error) {
      if ((error as { code?: unknown }).code === '22012') throw new DeadlineError(milliseconds);
      throw error;
    } finally {
      // After a fault the connection's state is unknown. Closing it rolls back.
      client.release(!isFine);
    }
  };

  return {
    inTransaction: ({ milliseconds, websites, node }, work) =>
      onConnection(node, milliseconds, (client, isCluster, left) =>
        run(client, isCluster, { milliseconds: left, websites, node }, work),
      ),
    storage: (websites, node) =>
      onConnection(node, STORAGE_MILLISECONDS, async (client, isCluster) => {
        if (isCluster && websites.length > 0) await client.query(anchor(websites));
        const { storage } = await readStorage(client, isCluster, websites);
        return storage;
      }),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
};
