import type { Knex } from 'knex';
import { isInAmbientTransaction } from './ambient-transaction.ts';
import { createDatabase } from './create-database.ts';
import type { Database, DatabaseOptions } from './create-database.ts';
import { isPoolFull, isUnavailable } from './failures.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '@platform/runtime';
import pg from 'pg';

/** A server's position in the log that a primary and its replicas share. */
export interface LogPosition {
  /** The same for the primary and all of its replicas. */
  server: string;
  /** In bytes; null for a promoted replica, which no longer follows anything. */
  position: bigint | null;
  /**
   * Where a primary's log ends; null for a replica. Whatever a replica has replayed when this is
   * asked for is at or before it, unless the replica follows another history.
   */
  end: bigint | null;
}

/**
 * Tells how fresh a replica is: one that has reached a position shows all that was committed before
 * the primary was asked for it, and one that is ahead of the primary follows another history. The
 * age of the last replayed transaction grows while the primary is idle, and a heartbeat row costs a
 * write a second.
 */
interface PositionReader {
  /** @throws if the server doesn't answer in time */
  read(): Promise<LogPosition>;
  close(): Promise<void>;
}

const ANSWER_MILLISECONDS = 2_000;

const SERVER = '(pg_control_system()).system_identifier::text AS server';

/**
 * Everything a primary has acknowledged is at or before `position`, unless `synchronous_commit` is
 * off. `end` is where the next record will start, not what has been written: when the log changes
 * to its next file early, a replica takes the rest of the file as replayed before the primary has
 * written it.
 */
export const PRIMARY = `SELECT ${SERVER}, (pg_current_wal_lsn() - '0/0')::text AS position,
  (pg_current_wal_insert_lsn() - '0/0')::text AS "end"`;

/** How far a replica has replayed the log. */
export const REPLAYED = `SELECT ${SERVER}, NULL AS "end",
  CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS position`;

interface Row {
  server: string;
  position: string | null;
  end: string | null;
}

const lsn = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const connect = async (connectionString: string, application_name: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString,
    application_name,
    connectionTimeoutMillis: ANSWER_MILLISECONDS,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/**
 * Asks a server for its position on a separate connection, which doesn't wait for others and is
 * dropped if no answer comes, for example because the machine is gone.
 */
export const createPositionReader = (url: string, name: string, question: string): PositionReader => {
  let client: pg.Client | undefined;
  const drop = async (): Promise<void> => {
    const dropped = client;
    client = undefined;
    // `end` alone would wait for a server that doesn't answer.
    await withDeadline(dropped?.end() ?? Promise.resolve(), ANSWER_MILLISECONDS).catch(() => undefined);
  };
  return {
    async read() {
      try {
        client ??= await connect(url, name);
        const { rows } = await withDeadline(client.query<Row>(question), ANSWER_MILLISECONDS);
        const { server = '', position = null, end = null } = rows[0] ?? {};
        return { server, position: lsn(position), end: lsn(end) };
      } catch (error) {
        void drop();
        throw error;
      }
    },
    close: drop,
  };
};

interface ReplicaLag {
  /**
   * Notes a position of the primary's log.
   * @param askedAt when it was asked for: everything committed earlier is at or before the position
   */
  notePrimary(askedAt: number, position: bigint): void;
  /** Notes how far the replica, which must follow the primary's history, has replayed the log. */
  noteReplica(position: bigint): void;
  /** Forgets what is known about the replica, for example after a fault. */
  lose(): void;
  /** True if the replica is known to show everything that was committed `maxLag` before `now`. */
  isFresh(now: number): boolean;
}

/**
 * Proves an upper bound on the age of a replica's data, from positions in the primary's log. This
 * doesn't depend on any server's clock, doesn't mistake a replica that no longer receives anything
 * for one that has nothing to receive, and writes nothing.
 * @param maxLag in the unit of the times given, milliseconds here
 */
export const createReplicaLag = (maxLag: number): ReplicaLag => {
  let waiting: { askedAt: number; position: bigint }[] = [];
  /** The replica shows everything that was committed before this time. */
  let provenAt = -Infinity;
  return {
    notePrimary(askedAt, position) {
      waiting = waiting.filter((sample) => askedAt - sample.askedAt <= maxLag);
      waiting.push({ askedAt, position });
    },
    noteReplica(position) {
      const reached = waiting.filter((sample) => sample.position <= position);
      provenAt = Math.max(provenAt, ...reached.map(({ askedAt }) => askedAt));
      waiting = waiting.filter((sample) => sample.position > position);
    },
    lose() {
      provenAt = -Infinity;
      waiting = [];
    },
    isFresh: (now) => now - provenAt <= maxLag,
  };
};

/** The replica failed, or no longer answers. */
class ReplicaLostError extends Error {
  override readonly name = 'ReplicaLostError';
}

export interface ReplicaWatch {
  /** True while the replica's data is known to be no older than allowed. */
  isFresh(): boolean;
  /**
   * Returns the result of `read`.
   * @throws ReplicaLostError if the replica is lost first, however long `read` would wait for it
   */
  unlessLost<Result>(read: Promise<Result>): Promise<Result>;
  /** Treats the replica as lost until it answers again. */
  lose(cause: unknown): void;
  stop(): Promise<void>;
}

interface ReplicaWatchOptions {
  primary: PositionReader;
  replica: PositionReader;
  maxLagMilliseconds: number;
  /** How often they are compared; a second, or a quarter of a shorter lag, by default. */
  everyMilliseconds?: number;
  onChange: (isFresh: boolean, reason?: unknown) => void;
}

const EVERY_MILLISECONDS = 1_000;

/** Keeps comparing a replica with its primary. */
export const watchReplica = (options: ReplicaWatchOptions): ReplicaWatch => {
  const { primary, replica, maxLagMilliseconds, onChange } = options;
  const { everyMilliseconds = Math.min(EVERY_MILLISECONDS, maxLagMilliseconds / 4) } = options;
  const lag = createReplicaLag(maxLagMilliseconds);
  const reads = new Set<(error: unknown) => void>();
  const stopping = new AbortController();
  let wasFresh = false;
  let reason: unknown;
  /** Position of the replica when it was last seen to follow another history. */
  let strayedAt: bigint | undefined;

  const isFresh = (): boolean => lag.isFresh(performance.now());
  const tell = (): void => {
    if (isFresh() === wasFresh) return;
    wasFresh = !wasFresh;
    onChange(wasFresh, wasFresh ? undefined : (reason ?? new Error('The replica lags behind.')));
  };
  const lose = (cause: unknown): void => {
    reason = cause;
    lag.lose();
    for (const reject of reads) reject(new ReplicaLostError('The replica cannot be reached.', { cause }));
    tell();
  };

  /**
   * True for a replica of a history that the primary has left, because it was restored to an earlier
   * time or promoted without all of the log. Such a primary keeps its system identifier, and any
   * position on its new history would seem reached long ago. `later` was asked for after `position`:
   * a replica that follows it can't be ahead.
   */
  const hasStrayed = (position: bigint, later: LogPosition): boolean => {
    // Once overtaken, it isn't ahead any more. But while it doesn't move, it wasn't rebuilt.
    if (position === strayedAt) return true;
    if (later.end === null || position <= later.end) return false;
    strayedAt = position;
    return true;
  };

  /** While the primary is down, nothing new is proven, but that isn't the replica's fault. */
  const compare = async (): Promise<void> => {
    const askedAt = performance.now();
    const written = await primary.read().catch(() => undefined);
    if (written?.position !== undefined && written.position !== null)
      lag.notePrimary(askedAt, written.position);
    try {
      const { server, position } = await replica.read();
      if (position === null) throw new Error('DATABASE_REPLICA_URL is not a replica.');
      const later = written && (await primary.read().catch(() => undefined));
      if (later && server !== later.server)
        throw new Error('DATABASE_REPLICA_URL is a replica of another server.');
      if (later && hasStrayed(position, later))
        throw new Error('DATABASE_REPLICA_URL follows a history that the primary has left.');
      reason = undefined;
      if (later) lag.noteReplica(position);
      tell();
    } catch (error) {
      lose(error);
    }
  };

  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await compare();
      await sleep(everyMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };
  const running = repeat();
  return {
    isFresh,
    lose,
    unlessLost: (read) =>
      new Promise((resolve, reject) => {
        reads.add(reject);
        read.then(resolve, reject).finally(() => reads.delete(reject));
      }),
    async stop() {
      stopping.abort();
      await running;
      await Promise.all([primary.close(), replica.close()]);
    },
  };
};

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
