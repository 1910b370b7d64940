import { withDeadline } from '@platform/runtime';
import pg from 'pg';

/** A server's position in the log that a primary and its replicas share. */
export interface LogPosition {
  /** The same for the primary and all of its replicas. */
  server: string;
  /** In bytes; null for a promoted replica, which no longer follows anything. */
  position: bigint | null;
}

export interface PositionReader {
  /** @throws if the server doesn't answer in time */
  read(): Promise<LogPosition>;
  close(): Promise<void>;
}

const ANSWER_MILLISECONDS = 2_000;

const SERVER = '(pg_control_system()).system_identifier::text AS server';

/**
 * Everything a primary has acknowledged is at or before this position, unless `synchronous_commit`
 * is off.
 */
export const WRITTEN = `SELECT ${SERVER}, (pg_current_wal_lsn() - '0/0')::text AS position`;

/** How far a replica has replayed the log. */
export const REPLAYED = `SELECT ${SERVER},
  CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS position`;

interface Row {
  server: string;
  position: string | null;
}

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
        const { server = '', position = null } = rows[0] ?? {};
        return { server, position: position === null ? null : BigInt(position) };
      } catch (error) {
        void drop();
        throw error;
      }
    },
    close: drop,
  };
};
