import { plainArray } from '@platform/database';
import type pg from 'pg';

import { ANCHOR } from '../../cluster/distributed-tables.ts';

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
