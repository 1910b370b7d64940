import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generateIdentityKey, publicJwks } from '@platform/identity';
import {
  createKey,
  moduleOf,
  openDataFolder,
  provideDatabases,
  ROOT,
  runModule,
  SERVICE_NAMES,
  startChild,
  startDatabase,
  supervise,
  waitUntilReady,
} from '@platform/local';
import type { Child, ServiceName } from '@platform/local';
import { freePorts } from '@platform/runtime';
import { hasRedis, startRedis } from '@platform/testing';
import type { TestRedis } from '@platform/testing';

import { mountDisk } from './disk.ts';
import { createLink } from './link.ts';
import type { Link, LinkMode } from './link.ts';

/** The ways of several kinds of processes to one server. */
interface Ways<Kind extends string> {
  of: Readonly<Record<Kind, Link>>;
  /** Disturbs all of them. */
  set(mode: LinkMode): void;
  /** Leads new connections on all of them elsewhere. */
  lead(targets: readonly number[]): void;
  close(): Promise<void>;
}

/** Opens a way to the server on this port for each kind of process, so that each can be cut off alone. */
const openWays = async <Kind extends string>(kinds: readonly Kind[], port: number): Promise<Ways<Kind>> => {
  const ways = await Promise.all(kinds.map(async (kind) => [kind, await createLink([port])] as const));
  return {
    of: Object.fromEntries(ways) as Record<Kind, Link>,
    set(mode) {
      for (const [, link] of ways) link.set(mode);
    },
    lead(targets) {
      for (const [, link] of ways) link.lead(targets);
    },
    async close() {
      await Promise.all(ways.map(([, link]) => link.close()));
    },
  };
};

/** Kinds of processes; the cluster has two of each, as far as the checkout has them. */
export const KINDS = [
  'gateway',
  'analytics',
  'reports',
  'reports-worker',
  'palette',
  'palette-worker',
  'webhook-worker',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that use Redis. */
export const REDIS_KINDS = ['gateway', 'reports', 'reports-worker', 'palette', 'palette-worker'] as const;
type RedisKind = (typeof REDIS_KINDS)[number];

export interface Cluster {
  /** Addresses of the two gateways, and a key with all scopes. */
  gateways: readonly string[];
  key: string;
  /** All processes by name (`analytics-1`, `postgres`); each starts again when it has ended. */
  members: ReadonlyMap<string, Child>;
  /** Ports of the processes by name. */
  ports: ReadonlyMap<string, number>;
  /** Ways to the gateways, the services and the servers. `redis` is missing without Redis. */
  links: Readonly<Record<'gateway' | 'analytics' | 'reports' | 'palette', Link>> & {
    postgres: Ways<Kind>;
    redis?: Ways<RedisKind>;
  };
  redis?: TestRedis;
  /** PostgreSQL: a superuser's address and password, and the folder of the data. */
  database: { url: string; password: string; folder: string };
  /** The analytics service's address of PostgreSQL. */
  analyticsDatabase: string;
  /** True if the data is on a separate disk that can be filled. */
  hasOwnDisk: boolean;
  /** Runs the migrations of a checkout, beside the processes. */
  migrate(root: URL): Promise<void>;
  /** Remembers what must end with the cluster. */
  endWith(end: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Service that each kind belongs to, and its script. */
const SCRIPTS: Readonly<Record<Kind, readonly [service: ServiceName, script: string]>> = {
  gateway: ['gateway', 'src/main.ts'],
  analytics: ['analytics', 'src/main.ts'],
  reports: ['reports', 'src/main.ts'],
  'reports-worker': ['reports', 'src/worker.ts'],
  palette: ['palette', 'src/main.ts'],
  'palette-worker': ['palette', 'src/worker.ts'],
  'webhook-worker': ['gateway', 'src/webhook-worker.ts'],
};

/** The same address, on another port. */
const through = (url: string, link: Link): string => {
  const changed = new URL(url);
  changed.port = String(link.port);
  return changed.href;
};

/** Where a kind finds Redis, if it uses it. */
const redisOf = ({ redis }: Pick<Cluster['links'], 'redis'>, kind: Kind): Record<string, string> => {
  const link = redis?.of[kind as RedisKind];
  return link === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${link.port}` };
};

interface ClusterOptions {
  /** Returns the checkout that a process runs from its next start on, by name; this one by default. */
  rootOf?: (name: string) => URL;
  /** False for queues and limits without Redis; by default there is one where it is installed. */
  withRedis?: boolean;
  /** More settings for every process. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts two of everything on one PostgreSQL and one Redis, with a link that can be disturbed on
 * each way between them.
 * @param log told when a process ended and starts again
 */
export const startCluster = async (
  log: (line: string) => void,
  { rootOf = () => ROOT, withRedis = hasRedis(), settings = {} }: ClusterOptions = {},
): Promise<Cluster> => {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-faults-'));
  // PostgreSQL may run as another user, who must be able to reach the folder below.
  await chmod(directory, 0o711);
  const disk = await mountDisk(directory);
  const folder = await openDataFolder(join(directory, 'data'));
  const [postgresPort = 0, ...ports] = await freePorts(1 + 2 * KINDS.length);
  const portsOf = (kind: Kind): number[] => ports.slice(2 * KINDS.indexOf(kind)).slice(0, 2);

  const members = new Map<string, Child>();
  const portOf = new Map<string, number>();
  const ends: (() => Promise<void>)[] = [];
  const opened: Pick<Link, 'close'>[] = [];
  const keep = async <Way extends Pick<Link, 'close'>>(opening: Promise<Way>): Promise<Way> => {
    const way = await opening;
    opened.push(way);
    return way;
  };
  const watch = (name: string, child: Child, start: () => Child | Promise<Child>): void => {
    members.set(name, supervise({ child, start, log }));
  };

  const redis = withRedis ? await startRedis() : undefined;
  const stop = async (): Promise<void> => {
    const database = members.get('postgres');
    members.delete('postgres');
    await Promise.all([...members.values()].map((child) => child.stop()));
    for (const end of ends) await end();
    await database?.stop();
    await Promise.all(opened.map((link) => link.close()));
    await redis?.stop();
    await folder.release();
    await disk?.unmount();
    await rm(directory, { recursive: true, force: true });
  };

  try {
    const database = await startDatabase(folder, postgresPort);
    const adminUrl = await database.url;
    watch('postgres', database.child, async () => (await startDatabase(folder, postgresPort)).child);
    const links = {
      gateway: await keep(createLink(portsOf('gateway'))),
      analytics: await keep(createLink(portsOf('analytics'))),
      reports: await keep(createLink(portsOf('reports'))),
      palette: await keep(createLink(portsOf('palette'))),
      postgres: await keep(openWays(KINDS, postgresPort)),
      ...(redis === undefined ? {} : { redis: await keep(openWays(REDIS_KINDS, redis.port)) }),
    };
    const databases = await provideDatabases(adminUrl, randomBytes(24).toString('hex'));
    const [gatewayPort = 0] = portsOf('gateway');
    const identityKey = generateIdentityKey();
    const shared: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${gatewayPort}`,
      IDENTITY_PRIVATE_KEY: identityKey,
      IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(identityKey)),
      GUARD_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
      UPSTREAM_TIMEOUT_SECONDS: '5',
      DATA_DIR: directory,
      DRAIN_SECONDS: '2',
      WEBHOOK_LEASE_SECONDS: '5',
      // Lets the clock of a process be shifted by a signal.
      NODE_OPTIONS: `--import=${new URL('shiftable-clock.ts', import.meta.url).href}`,
      ...settings,
    };
    const migrate = async (root: URL): Promise<void> => {
      for (const name of SERVICE_NAMES)
        await runModule(moduleOf(name, 'src/migrate.ts', root), [], {
          ...shared,
          LOG_LEVEL: 'fatal',
          DATABASE_URL: databases[name],
        });
    };
    await migrate(rootOf('migrations'));
    const key = await createKey({ organisation: 'Faults' }, databases.gateway, shared, rootOf('keys'));

    const moduleFor = (kind: Kind, name: string): URL => moduleOf(...SCRIPTS[kind], rootOf(name));
    const startOne = (kind: Kind, port: number, name: string): Child =>
      startChild({
        name,
        module: moduleFor(kind, name),
        output: 'ignore',
        env: {
          ...shared,
          PORT: String(port),
          DATABASE_URL: through(databases[SCRIPTS[kind][0]], links.postgres.of[kind]),
          ...redisOf(links, kind),
          ...(SCRIPTS[kind][0] === 'gateway'
            ? {
                ANALYTICS_URL: `http://127.0.0.1:${links.analytics.port}`,
                REPORTS_URL: `http://127.0.0.1:${links.reports.port}`,
                PALETTE_URL: `http://127.0.0.1:${links.palette.port}`,
              }
            : { TRUST_PROXY: '1' }),
        },
      });
    // An older version may lack some kinds. Kind by kind, so that a small machine isn't overwhelmed.
    for (const kind of KINDS.filter((one) => existsSync(moduleFor(one, `${one}-1`))))
      await Promise.all(
        portsOf(kind).map(async (port, index) => {
          const name = `${kind}-${index + 1}`;
          const child = startOne(kind, port, name);
          portOf.set(name, port);
          watch(name, child, () => startOne(kind, port, name));
          await waitUntilReady(child, port);
        }),
      );
    return {
      gateways: portsOf('gateway').map((port) => `http://127.0.0.1:${port}`),
      key,
      members,
      ports: portOf,
      links,
      database: {
        url: adminUrl,
        password: decodeURIComponent(new URL(adminUrl).password),
        folder: await realpath(join(folder.path, 'postgres')),
      },
      analyticsDatabase: through(databases.analytics, links.postgres.of.analytics),
      hasOwnDisk: disk !== undefined,
      migrate,
      endWith: (end) => void ends.push(end),
      stop,
      ...(redis === undefined ? {} : { redis }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
