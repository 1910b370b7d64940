import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { provision } from '@platform/database';

import { databaseUrl, withAdmin } from './admin-connection.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);

/**
 * Two for each worker: every table of every test's database has so many files, which are copied,
 * and a new partition so many tables.
 */
const SHARDS = 4;

/** Superuser's addresses of a cluster's nodes, the coordinator's first. */
type Nodes = readonly [coordinator: string, ...workers: string[]];

/** The superuser's addresses of all nodes, as the coordinator knows them. */
export const citusNodes = async (coordinator: string): Promise<Nodes> => {
  const { rows } = await withAdmin(coordinator, (client) =>
    client.query<{ nodename: string; nodeport: number }>(
      'SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
    ),
  );
  const workers = rows.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.href;
  });
  return [coordinator, ...workers];
};

/** Runs statements on all nodes at once, in a database that is no part of the cluster. */
const onEveryNode = async (nodes: Nodes, statements: readonly string[]): Promise<void> => {
  await Promise.all(
    nodes.map((node) =>
      withAdmin(databaseUrl(node, 'postgres'), async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    ),
  );
};

/**
 * Drops a database on every node. Citus's own process, and pools that are still open, connect again
 * as soon as their connections are cut, which makes the drop fail; so nobody may connect first.
 */
const dropOnEveryNode = async (nodes: Nodes, name: string): Promise<void> => {
  await Promise.all(
    nodes.map((node) =>
      withAdmin(databaseUrl(node, 'postgres'), async (client) => {
        const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
        if (!rowCount) return;
        await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        // PostgreSQL waits five seconds for those that it cut off, which a busy machine may exceed.
        await eventually(() => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
      }),
    ),
  );
};

const joinNodes = async (nodes: Nodes, name: string): Promise<void> => {
  for (const node of nodes)
    await withAdmin(databaseUrl(node, name), (client) => client.query('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = nodes;
  await withAdmin(databaseUrl(coordinator, name), async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const worker of workers) {
      const { hostname: host, port: workerPort } = new URL(worker);
      await client.query('SELECT citus_add_node($1, $2)', [host, Number(workerPort)]);
    }
  });
};

/** Whether the template is there. The caller holds the lock that lets one process at a time make it. */
const isTemplate = async (coordinator: string, name: string): Promise<boolean> => {
  const { rowCount } = await withAdmin(databaseUrl(coordinator, 'postgres'), (client) =>
    client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name]),
  );
  return Boolean(rowCount);
};

const makeTemplate = async (
  nodes: Nodes,
  options: { name: string; schema: string; migrations: URL; password: string },
): Promise<void> => {
  const { name, schema, migrations, password } = options;
  await dropOnEveryNode(nodes, name);
  await onEveryNode(nodes, [
    `CREATE DATABASE ${name}`,
    `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`,
  ]);
  await joinNodes(nodes, name);
  await provision(databaseUrl(nodes[0], name), [{ name: schema, password }]);
  const migrate = fileURLToPath(new URL('../src/migrate.ts', migrations));
  const url = new URL(databaseUrl(nodes[0], name));
  [url.username, url.password] = [schema, password];
  await run(process.execPath, [migrate, '--distribute'], {
    env: { ...process.env, DATABASE_URL: url.href },
  });
  // Citus keeps a connection of its own to every database of a cluster; a template must have none.
  await onEveryNode(nodes, [
    `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  ]);
};

export interface CitusDatabases {
  /** Makes a copy of the template on every node, and the template before that where it is missing. */
  create(
    name: string,
    template: { name: string; schema: string; migrations: URL; password: string },
  ): Promise<void>;
  drop(name: string): Promise<void>;
}

/**
 * Databases of a Citus cluster. A database is copied node by node: what Citus knows about nodes and
 * shards is in the copies, too.
 * @param coordinator the superuser's address of the coordinator
 */
export const citusDatabases = async (coordinator: string): Promise<CitusDatabases> => {
  const nodes = await citusNodes(coordinator);
  return {
    create: (name, template) =>
      withAdmin(databaseUrl(coordinator, 'postgres'), async (client) => {
        await client.query('SELECT pg_advisory_lock(hashtext($1))', ['template']);
        if (!(await isTemplate(coordinator, template.name))) await makeTemplate(nodes, template);
        await onEveryNode(nodes, [
          `CREATE DATABASE ${name} TEMPLATE ${template.name}`,
          `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${name} TO ${template.schema}`,
        ]);
      }),
    drop: (name) => dropOnEveryNode(nodes, name),
  };
};
