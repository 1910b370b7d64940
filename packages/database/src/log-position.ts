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
export interface PositionReader {
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
