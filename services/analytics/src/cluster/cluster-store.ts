import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';
import { SetupError } from '@platform/runtime';

import { ANCHOR, DISTRIBUTED_TABLES } from './distributed-tables.ts';

/** Where the rows of a website are. */
export interface Placement {
  /** The shards of one group are on one node, and move together. */
  readonly group: number;
  readonly node: number;
}

export interface ClusterStore {
  /** True if the tables are distributed over the nodes of a Citus cluster. */
  isDistributed(): Promise<boolean>;
  /** Where the rows of websites are. Only for distributed tables. */
  placementsOf(websiteIds: readonly number[]): Promise<ReadonlyMap<number, Placement>>;
  /**
   * Distributes the tables that are not distributed yet, with their rows.
   * @returns their names
   * @throws SetupError if the database is no cluster
   */
  distribute(): Promise<readonly string[]>;
}

const PLACEMENTS = `
  SELECT w.id, s.shardid::float8 AS shard, p.groupid AS node
  FROM unnest(?::integer[]) AS w (id)
  CROSS JOIN LATERAL (SELECT get_shard_id_for_distribution_column('${ANCHOR}', w.id) AS shardid) AS s
  JOIN pg_dist_placement p ON p.shardid = s.shardid AND p.shardstate = 1`;

const isDistributedTable = async (database: Pick<Database, 'raw'>, table: string): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: { known: boolean }[] }>(
    `SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(?) AND partmethod = 'h') AS known`,
    [table],
  );
  return rows[0]?.known === true;
};

const hasCitus = async (database: Database): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: { known: boolean }[] }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS known`,
  );
  return rows[0]?.known === true;
};

const workersOf = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: { workers: number }[] }>(
    'SELECT count(*)::int AS workers FROM pg_dist_node WHERE shouldhaveshards AND isactive',
  );
  return rows[0]?.workers ?? 0;
};

/** Asks Citus how tables are laid out, and lays them out. */
export const createClusterStore = (database: Database): ClusterStore => ({
  isDistributed: async () => (await hasCitus(database)) && isDistributedTable(database, ANCHOR),

  async placementsOf(websiteIds) {
    const { rows } = await database.raw<{ rows: { id: number; shard: number; node: number }[] }>(PLACEMENTS, [
      plainArray(websiteIds),
    ]);
    return new Map(rows.map(({ id, shard, node }) => [id, { group: shard, node }]));
  },

  async distribute() {
    if (!(await hasCitus(database)))
      throw new SetupError(
        'This database is not a Citus cluster. As its superuser: CREATE EXTENSION citus, on every node; then ' +
          'citus_set_coordinator_host() and citus_add_node() for each worker (docs/operations.md).',
      );
    if ((await workersOf(database)) === 0)
      throw new SetupError(
        'No node of the cluster takes shards. Add one with citus_add_node() (docs/operations.md).',
      );
    const distributed: string[] = [];
    for (const table of DISTRIBUTED_TABLES) {
      if (await isDistributedTable(database, table)) continue;
      await database.raw(`SELECT create_distributed_table(?, 'website_id', colocate_with => ?)`, [
        table,
        table === ANCHOR ? 'none' : ANCHOR,
      ]);
      // Citus copies the rows to the shards, and leaves them in the local table, where nobody sees
      // them.
      await database.raw('SELECT truncate_local_data_after_distributing_table(?)', [table]);
      distributed.push(table);
    }
    return distributed;
  },
});

export interface Placements {
  /** True on a Citus cluster. Answers synchronously once it is known. */
  readonly isDistributed: () => boolean | Promise<boolean>;
  /** Where a website's rows are written. Answers synchronously when it is remembered. */
  readonly of: (websiteId: number) => Placement | Promise<Placement>;
  /** Forgets everything: the tables may be laid out differently now. */
  forget(): void;
}

interface PlacementsOptions {
  readonly store: Pick<ClusterStore, 'isDistributed' | 'placementsOf'>;
}

/** On one server, all websites are written together. */
const TOGETHER: Placement = { group: 0, node: 0 };

/** Remembers where the rows of websites are. */
export const createPlacements = ({ store }: PlacementsOptions): Placements => {
  let layout: boolean | Promise<boolean> | undefined;
  let known = new Map<number, Placement>();

  const askLayout = (): Promise<boolean> => {
    const asked = store.isDistributed().then(
      (isDistributed) => {
        if (layout === asked) layout = isDistributed;
        return isDistributed;
      },
      (error: unknown) => {
        if (layout === asked) layout = undefined;
        throw error;
      },
    );
    return asked;
  };
  const isDistributed = (): boolean | Promise<boolean> => (layout ??= askLayout());

  const find = async (websiteId: number): Promise<Placement> => {
    if (!(await isDistributed())) return TOGETHER;
    const places = known;
    const placement = (await store.placementsOf([websiteId])).get(websiteId);
    if (!placement) throw new Error(`Citus has no shard for the website ${websiteId}.`);
    places.set(websiteId, placement);
    return placement;
  };

  return {
    isDistributed,
    of: (websiteId) => (layout === false ? TOGETHER : (known.get(websiteId) ?? find(websiteId))),
    forget() {
      layout = undefined;
      known = new Map();
    },
  };
};
