import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  createTestDatabase,
  eventually,
  freePort,
  hasOpenssl,
  hasRedis,
  sayIsSkipped,
} from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { moduleOf, startChild, waitUntilReady } from '../src/index.ts';

import { makeAuthorities } from './tls-authorities.ts';
import type { Authorities } from './tls-authorities.ts';
import { startTlsRedis } from './tls-redis.ts';
import type { TlsRedis } from './tls-redis.ts';

const canRun = hasRedis() && hasOpenssl();
const TITLE = 'TLS to Redis behind sentinels, and to a cluster';
if (!canRun) sayIsSkipped(TITLE, 'It takes redis-server and openssl.');

/** A Redis, and the `REDIS_URL` that it is found by. */
interface Found {
  server: TlsRedis;
  url: string;
}

(canRun ? describe : describe.skip)(TITLE, () => {
  let authorities: Authorities;
  let database: TestDatabase;
  const servers: TlsRedis[] = [];
  beforeAll(async () => {
    authorities = await makeAuthorities();
    database = await createTestDatabase({
      schema: 'gateway',
      migrations: moduleOf('gateway', 'migrations/'),
    });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    await authorities.remove();
  });

  const start = async (...settings: string[]): Promise<TlsRedis> => {
    const server = await startTlsRedis(authorities, settings);
    servers.push(server);
    return server;
  };

  const startSentinel = async (): Promise<Found> => {
    const master = await start('--tls-replication', 'yes');
    // A sentinel writes into its file what it finds out.
    const file = join(authorities.directory, 'sentinel.conf');
    await writeFile(file, `sentinel monitor main 127.0.0.1 ${master.port} 1\n`);
    const sentinel = await start(file, '--sentinel', '--tls-replication', 'yes');
    return { server: master, url: `rediss+sentinel://127.0.0.1:${sentinel.port}/main` };
  };

  const startCluster = async (): Promise<Found> => {
    const busPort = String(await freePort());
    const words = ['--cluster-enabled', 'yes', '--tls-cluster', 'yes', '--cluster-port', busPort];
    const node = await start(...words, '--cluster-announce-ip', '127.0.0.1');
    await node.ask('cluster', 'addslotsrange', '0', '16383');
    await eventually(async () => {
      expect(await node.ask('cluster', 'info')).toContain('cluster_state:ok');
    });
    return { server: node, url: `rediss+cluster://127.0.0.1:${node.port}` };
  };

  /** Runs a gateway that trusts this authority until the check of its port succeeds. */
  const runGateway = async (
    redisUrl: string,
    authority: string,
    check: (port: number) => Promise<void>,
  ): Promise<void> => {
    const port = await freePort();
    const gateway = startChild({
      name: 'gateway',
      module: moduleOf('gateway', 'src/main.ts'),
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl,
        NODE_EXTRA_CA_CERTS: authority,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      // Refused connections are what the test is about.
      output: 'ignore',
    });
    try {
      await waitUntilReady(gateway, port);
      await eventually(() => check(port));
    } finally {
      await gateway.stop();
    }
  };

  it.each([
    ['behind a sentinel', startSentinel],
    ['of a cluster', startCluster],
  ])('the Redis %s is used by who knows its authority, and refused by who doesn’t', async (_of, begin) => {
    const { url, server } = await begin();
    await runGateway(url, authorities.own, async () => {
      expect(await server.ask('client', 'list')).toContain(' name=gateway-limits ');
    });
    await runGateway(url, authorities.others, async (port) => {
      const health = await fetch(`http://127.0.0.1:${port}/health/ready`);
      expect(await health.json()).toMatchObject({ status: 'degraded', degraded: ['limits-redis'] });
      expect(await server.ask('client', 'list')).not.toContain(' name=gateway-limits ');
    });
  });
});
