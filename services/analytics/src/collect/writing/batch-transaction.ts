import { plainArray } from '@platform/database';
import type pg from 'pg';

import { ANCHOR, insertOnShard } from '../../cluster/distributed-tables.ts';
import type { Month } from '../../partitions/month.ts';
import type { VisitorKey, SettledVisitors } from '../visits/settle.ts';
import type { KnownVisitors } from '../visits/visit.ts';
import { loadSettled, loadKnownVisitors } from './load-visitors.ts';
import type { Run } from './statement.ts';

/**
 * Namespace of the advisory lock that a website's writer holds; the second key is the website's id.
 */
export const WRITER_LOCK = 0x77726974;

/** Waits for the lock of each website. */
const LOCK = 'SELECT id, pg_advisory_xact_lock($1::integer, id)::text IS NOT NULL AS locked';

/** Takes the locks that are free. */
const TRY_LOCK = 'SELECT id, pg_try_advisory_xact_lock($1::integer, id) AS locked';

const CLAIM_COLUMNS = ['website_id', 'event_id', 'seen_at'];

const CLAIM_SOURCE = `(SELECT *, $3::timestamptz FROM unnest($1::integer[], $2::uuid[]))`;

const CLAIM_CONFLICT = `ON CONFLICT (website_id, event_id) DO NOTHING
  RETURNING website_id, replace(event_id::text, '-', '') AS event_id`;

/** Stores event ids and returns those that were new. */
const CLAIM = `
  INSERT INTO event_ids (${CLAIM_COLUMNS.join(', ')})
  SELECT * FROM ${CLAIM_SOURCE} AS k (${CLAIM_COLUMNS.join(', ')}) ORDER BY website_id, event_id ${CLAIM_CONFLICT}`;

const CLAIM_ON_SHARD = insertOnShard({
  table: 'event_ids',
  columns: CLAIM_COLUMNS,
  source: CLAIM_SOURCE,
  websites: '$4',
  conflict: CLAIM_CONFLICT,
});

/** Key of an event id in the set that `claimEventIds` returns. */
export const eventKey = (websiteId: number, eventId: string): string => `${websiteId} ${eventId}`;

/** The timeline comes from the log's position: pg_control still tells the old one after a promotion. */
const STORAGE = `
  SELECT epoch || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS storage
  FROM storage_epoch`;

/**
 * Reads which history a node of a cluster continues, and which websites it knows: statements find
 * their shard by these rows.
 */
const NODE_STORAGE = `
  SELECT website_id, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline
  FROM ${ANCHOR} WHERE website_id = ANY ($1::integer[])`;

interface NodeRow {
  website_id: number;
  timeline: string;
}

/** Makes websites known to their node. */
export const anchor = (websites: readonly number[]): string =>
  `INSERT INTO ${ANCHOR} (website_id, last_id, day, new_values)
   VALUES ${websites.map((id) => `(${id}, 0, '1970-01-01', 0)`).join(', ')} ON CONFLICT (website_id) DO NOTHING`;

/** The history of the coordinator and, on a cluster, of the node that has the websites. */
export const readStorage = async (
  client: Pick<pg.ClientBase, 'query'>,
  isDistributed: boolean,
  websites: readonly number[],
): Promise<{ storage: string; known: ReadonlySet<number> }> => {
  const own = client.query<{ storage: string }>({ name: 'storage', text: STORAGE });
  if (!isDistributed) return { storage: (await own).rows[0]?.storage ?? '', known: new Set(websites) };
  const [{ rows }, ofNode] = await Promise.all([
    own,
    client.query<NodeRow>({ text: NODE_STORAGE, values: [plainArray(websites)] }),
  ]);
  return {
    storage: `${rows[0]?.storage ?? ''} ${ofNode.rows[0]?.timeline ?? ''}`,
    known: new Set(ofNode.rows.map((row) => row.website_id)),
  };
};

/** Findings of a transaction when it locks its websites. */
interface Locked {
  /** The websites that this transaction is now the only writer of. */
  readonly websites: ReadonlySet<number>;
  /**
   * Names the history that the database continues: its epoch and its timeline. Another value means
   * another history (a failover, a restore), in which ids may mean something else.
   */
  readonly storage: string;
}

/**
 * The transaction of one batch. The connection is in pipeline mode: calls that don't wait for each
 * other travel together and run in their order.
 */
export interface BatchTransaction {
  /**
   * Makes this transaction the only writer of websites.
   * @param isPatient true to wait for each of them; false to leave out those that another writer has
   */
  lockWebsites(ids: readonly number[], isPatient: boolean): Promise<Locked>;
  /**
   * Claims event ids (32 hexadecimal digits).
   * @returns the keys (`eventKey`) of those that were new
   */
  claimEventIds(ids: readonly { websiteId: number; eventId: string }[]): Promise<ReadonlySet<string>>;
  /** Reads visitors, and their visits that began in these months. */
  load(keys: readonly VisitorKey[], months: readonly Month[]): Promise<KnownVisitors>;
  /**
   * Reads all that visitors did, events too, with the ids they had the days before and after.
   * @param timezones of the websites
   * @param mostActions who did more is left out
   */
  loadSettled(
    keys: readonly VisitorKey[],
    months: readonly Month[],
    timezones: ReadonlyMap<number, string>,
    mostActions?: number,
  ): Promise<SettledVisitors>;
}

/** The transaction of a batch on a connection. */
export const createTransaction = (
  client: pg.ClientBase,
  run: Run,
  isDistributed: boolean,
  websites: readonly number[],
): BatchTransaction => ({
  async lockWebsites(ids, isPatient) {
    const [locks, { storage, known }] = await Promise.all([
      client.query<{ id: number; locked: boolean }>({
        name: isPatient ? 'lock_websites' : 'try_lock_websites',
        text: `${isPatient ? LOCK : TRY_LOCK} FROM unnest($2::integer[]) AS s (id)`,
        values: [WRITER_LOCK, plainArray([...ids].sort((a, b) => a - b))],
      }),
      readStorage(client, isDistributed, websites),
    ]);
    return {
      websites: new Set(locks.rows.filter(({ locked }) => locked).map(({ id }) => id)),
      // A website that its node doesn't know was removed, or restored to a time before it was made.
      storage: websites.every((id) => known.has(id)) ? storage : 'unknown',
    };
  },

  async claimEventIds(ids) {
    const { rows } = await run<{ website_id: number; event_id: string }>({
      name: 'claim_event_ids',
      text: CLAIM,
      clusterText: CLAIM_ON_SHARD,
      values: [
        plainArray(ids.map((id) => id.websiteId)),
        plainArray(ids.map((id) => id.eventId)),
        new Date().toISOString(),
      ],
    });
    return new Set(rows.map((row) => eventKey(row.website_id, row.event_id)));
  },

  load: (keys, months) => loadKnownVisitors(run, keys, months),
  loadSettled: (keys, months, timezones, mostActions) =>
    loadSettled(run, keys, months, timezones, mostActions),
});
