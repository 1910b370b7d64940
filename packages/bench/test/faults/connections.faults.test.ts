import { readFile } from 'node:fs/promises';

import { ROOT } from '@platform/local';
import { eventually, hasRedis, sayIsSkipped, withAdmin } from '@platform/testing';

import { createClient } from '../../src/faults/client.ts';
import type { Client } from '../../src/faults/client.ts';
import { servePage } from '../../src/faults/serve-page.ts';
import { KINDS, startCluster } from '../../src/faults/start-cluster.ts';
import type { Cluster, Kind } from '../../src/faults/start-cluster.ts';

const PATIENCE_MILLISECONDS = 300_000;
const EACH = 2;
/** Many more at once than there are connections. */
const AT_ONCE = 120;
/** Reports are left to a few: each is a page that has to be fetched and audited. */
const MIX = [
  'read',
  'hit',
  'palette',
  'website',
  'export',
  'read',
  'hit',
  'palette',
  'website',
  'report',
] as const;

/** The role in PostgreSQL of each kind of process. */
const ROLES: Readonly<Record<Kind, string>> = {
  gateway: 'gateway',
  'webhook-worker': 'gateway',
  analytics: 'analytics',
  reports: 'reports',
  'reports-worker': 'reports',
  palette: 'palette',
  'palette-worker': 'palette',
};

/** Connections by role that two of each may open, by the table of docs/operations.md. */
const readBudget = async (pool: number, withRedis: boolean): Promise<Map<string, number>> => {
  const page = await readFile(new URL('docs/operations.md', ROOT), 'utf8');
  const budget = new Map<string, number>();
  for (const kind of KINDS) {
    const row = new RegExp(`^\\| ${kind} +\\| (\\d+)[^|]*\\| (\\d+)`, 'm').exec(page);
    if (!row) throw new Error(`docs/operations.md doesn't say how many connections ${kind} opens.`);
    const one = pool + Number(row[1]) + (withRedis ? 0 : Number(row[2]));
    budget.set(ROLES[kind], (budget.get(ROLES[kind]) ?? 0) + EACH * one);
  }
  return budget;
};

const COUNT = `SELECT usename AS role, count(*)::integer AS connections
  FROM pg_stat_activity WHERE backend_type = 'client backend' GROUP BY usename`;

/** The most that each role was seen to have while `load` ran. */
const watchPeaks = async (
  cluster: Cluster,
  peaks: Map<string, number>,
  load: Promise<unknown>,
): Promise<void> => {
  let isOver = false;
  const over = load.finally(() => {
    isOver = true;
  });
  await withAdmin(cluster.database.url, async (admin) => {
    do {
      const { rows } = await admin.query<{ role: string; connections: number }>(COUNT);
      for (const { role, connections } of rows) peaks.set(role, Math.max(peaks.get(role) ?? 0, connections));
    } while (!isOver);
  });
  await over;
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

const crowd = (client: Client): Promise<unknown> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => client.operations[MIX[index % MIX.length] ?? 'read']()),
  );

const CASES = [
  { queues: 'Redis', withRedis: true, pool: 10 },
  // PostgreSQL has 200; with pools of ten, two of each could ask for more.
  { queues: 'PostgreSQL', withRedis: false, pool: 4 },
].filter(({ withRedis }) => {
  if (!withRedis || hasRedis()) return true;
  sayIsSkipped('connections with the queues in Redis', 'There is no redis-server on the PATH.');
  return false;
});

describe.each(CASES)('two of each process, with queues in $queues', ({ withRedis, pool, queues }) => {
  let cluster: Cluster;
  let served: Awaited<ReturnType<typeof servePage>>;
  beforeAll(async () => {
    served = await servePage();
    cluster = await startCluster(() => undefined, { withRedis, settings: { DATABASE_POOL: String(pool) } });
  }, PATIENCE_MILLISECONDS);
  afterAll(async () => {
    await cluster.stop();
    served.close();
  }, PATIENCE_MILLISECONDS);

  it(
    'open no more connections under load than the page about operations says',
    async () => {
      const client = createClient({ gateways: cluster.gateways, key: cluster.key, customer: served });
      await client.begin();
      const budget = await readBudget(pool, withRedis);
      const peaks = new Map<string, number>();
      await eventually(async () => {
        await watchPeaks(cluster, peaks, crowd(client));
        // The load is one that fills pools; else the bound would say nothing.
        expect(peaks.get('analytics')).toBeGreaterThanOrEqual(EACH * pool);
      }, PATIENCE_MILLISECONDS);
      const told = [...budget].map(([role, most]) => `${role} ${peaks.get(role) ?? 0} of ${most}`).join(', ');
      const seen = sum([...budget.keys()].map((role) => peaks.get(role) ?? 0));
      process.stderr.write(
        `Connections, queues in ${queues}: ${seen} of ${sum(budget.values())} (${told})\n`,
      );
      for (const [role, most] of budget)
        expect({ role, within: (peaks.get(role) ?? 0) <= most, told }).toEqual({ role, within: true, told });
    },
    PATIENCE_MILLISECONDS * 2,
  );
});
