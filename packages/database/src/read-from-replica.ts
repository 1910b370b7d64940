import type { Knex } from 'knex';

import { isInAmbientTransaction } from './ambient-transaction.ts';
import { createDatabase } from './create-database.ts';
import type { Database, DatabaseOptions } from './create-database.ts';
import { isPoolFull, isUnavailable } from './failures.ts';
import { createPositionReader, PRIMARY, REPLAYED } from './log-position.ts';
import { ReplicaLostError, watchReplica } from './watch-replica.ts';

export interface ReplicaOptions extends DatabaseOptions {
  replicaUrl: string;
  /** The maximum age of what the replica shows. */
  maxLagSeconds: number;
  /** Called when the replica comes into use or stops being used. */
  onChange: (isUsed: boolean, reason?: unknown) => void;
}

export interface ReadingDatabase {
  /**
   * The primary, except for transactions begun with `{ readOnly: true }`: they read from the
   * replica while it is fresh enough, and are repeated on the primary if they fail there. One that
   * gets no connection to the replica in time fails, as it would without a replica.
   */
  database: Database;
  /** True while such transactions go to the replica. */
  isUsed(): boolean;
  close(): Promise<void>;
}

type Begin = (
  work: (transaction: Knex.Transaction) => Promise<unknown>,
  config?: Knex.TransactionConfig,
) => Promise<unknown>;

const SQLSTATE = /^[\dA-Z]{5}$/;
/** A statement that took too long would do so on the primary too. */
const QUERY_CANCELED = '57014';

/** The replica is down, or cancelled a query to catch up: the primary may well answer. */
const isOfReplica = (error: unknown): boolean => {
  // More is asked than the replica can answer. The primary, whose pool serves everything else too,
  // would be given the surplus just then; and whoever asked has waited long enough. If the pool is
  // full because the replica is frozen, the watch notices first.
  if (isPoolFull(error)) return false;
  if (error instanceof ReplicaLostError || isUnavailable(error)) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && SQLSTATE.test(code) && code !== QUERY_CANCELED;
};

/** Sends a database's read-only transactions to a replica. */
export const readFromReplica = (primary: Database, options: ReplicaOptions): ReadingDatabase => {
  const { replicaUrl, maxLagSeconds, onChange, ...settings } = options;
  const open = (): Database => createDatabase({ ...settings, url: replicaUrl });
  const name = `${settings.applicationName ?? settings.schema}-lag`;
  let replica = open();
  const watch = watchReplica({
    primary: createPositionReader(settings.url, name, PRIMARY),
    replica: createPositionReader(replicaUrl, name, REPLAYED),
    maxLagMilliseconds: maxLagSeconds * 1_000,
    onChange(isFresh, reason) {
      onChange(isFresh, reason);
      if (isFresh) return;
      // Connections to a machine that is gone would hang in the pool.
      replica.destroy().catch(() => undefined);
      replica = open();
    },
  });

  const begin: Begin = async (work, config) => {
    if (config?.readOnly !== true || !watch.isFresh() || isInAmbientTransaction(primary))
      return primary.transaction(work, config);
    try {
      return await watch.unlessLost(replica.transaction(work, config));
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      if (isUnavailable(error)) watch.lose(error);
      return primary.transaction(work, config);
    }
  };

  return {
    database: new Proxy(primary, {
      get: (target, property) =>
        (property === 'transaction' ? begin : Reflect.get(target, property)) as unknown,
    }),
    isUsed: () => watch.isFresh(),
    async close() {
      await watch.stop();
      await replica.destroy();
    },
  };
};
