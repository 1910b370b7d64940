import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createClusterStore } from '../../src/cluster/cluster-store.ts';
import { DISTRIBUTED_TABLES } from '../../src/cluster/distributed-tables.ts';
import { createPartitionsStore } from '../../src/partitions/partitions-store.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

const isOnCluster = process.env['TEST_CITUS_URL'] !== undefined;
const onCluster = isOnCluster ? it : it.skip;
const onServer = isOnCluster ? it.skip : it;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
});
afterAll(() => db.drop());

const migrate = (...flags: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const script = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));
    const environment = { ...process.env, DATABASE_URL: db.url };
    const child = execFile(
      process.execPath,
      [script, ...flags],
      { env: environment },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
      },
    );
  });

const distributedTables = async (): Promise<string[]> => {
  const { rows } = await db.database.raw<{ rows: { name: string }[] }>(
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid WHERE p.partmethod = 'h'`,
  );
  return rows.map(({ name }) => name);
};

/** How many rows there are, by table. */
const countRows = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of DISTRIBUTED_TABLES) {
    const [row] = await db.database(table).count<{ count: string }[]>();
    counts[table] = Number(row?.count);
  }
  return counts;
};

describe('node src/migrate.ts --distribute', () => {
  onServer('says what to do where the database is no cluster', async () => {
    const { code, output } = await migrate('--distribute');
    expect(code).toBe(1);
    expect(output).toContain('This database is not a Citus cluster.');
    expect(output).toContain('CREATE EXTENSION citus');
    expect((await migrate()).code).toBe(0);
  });

  onServer('knows every table that grows with the traffic', async () => {
    const { rows } = await db.database.raw<{ rows: { name: string }[] }>(
      `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'analytics'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND a.attname = 'website_id' AND NOT a.attisdropped`,
    );
    // These grow with the number of websites, and stay on the coordinator. A new table belongs
    // either here or among the distributed ones.
    const local = rows
      .map(({ name }) => name)
      .filter((name) => !DISTRIBUTED_TABLES.some((table) => table === name));
    expect(local.sort()).toEqual(LOCAL_TABLES);
  });

  onCluster('distributes every table once, and says so', async () => {
    expect(await distributedTables()).toEqual(expect.arrayContaining([...DISTRIBUTED_TABLES]));
    const { code, output } = await migrate('--distribute');
    expect([code, output]).toEqual([0, expect.stringContaining('"distributed":[]')]);
    expect(await createClusterStore(db.database).isDistributed()).toBe(true);
  });

  onCluster('moves the rows that are there', async () => {
    const made = { zone: 'Europe/Berlin', from: '2026-03-20', days: 16, visits: 200 };
    for (const websiteId of [1, 2, 3])
      await storeTraffic(db.database, randomTraffic({ ...made, websiteId, seed: websiteId }));
    const before = await countRows();
    expect(before['events']).toBeGreaterThan(0);
    for (const table of DISTRIBUTED_TABLES) await db.database.raw('SELECT undistribute_table(?)', [table]);
    expect(await distributedTables()).toEqual([]);
    expect(await countRows()).toEqual(before);

    const { code, output } = await migrate('--distribute');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`"distributed":${JSON.stringify(DISTRIBUTED_TABLES)}`),
    ]);
    expect(await distributedTables()).toEqual(expect.arrayContaining([...DISTRIBUTED_TABLES]));
    expect(await countRows()).toEqual(before);
  });

  onCluster('has new partitions distributed, too', async () => {
    await createPartitionsStore(db.database).ensure('2031-05');
    expect(await distributedTables()).toEqual(expect.arrayContaining(['events_y2031m05', 'visits_y2031m05']));
  });
});

const LOCAL_TABLES: readonly string[] = [
  'alert_messages',
  'alerts',
  'annotations',
  'bots',
  'days_to_recut',
  'deletions',
  'email_deliveries',
  'email_schedules',
  'email_unsubscribes',
  'funnels',
  'goals',
  'import_parts',
  'imports',
  'segments',
  'timezone_changes',
  'tracker_configurations',
  'website_group_members',
  'website_removals',
];
