import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { askRedis, waitUntilCopied } from './ask-redis.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { startRedis } from './redis.ts';
import type { TestRedis } from './redis.ts';

const run = promisify(execFile);

export interface TestCluster {
  /** For `REDIS_URL`. */
  url: string;
  servers: readonly TestRedis[];
  /** The server that is the master of a key now, as the server `asked` knows it. */
  masterOf(key: string, asked?: TestRedis): Promise<TestRedis | undefined>;
  stop(): Promise<void>;
}

const MASTERS = 3;
/** How long a node may be silent before the others consider it dead. */
const DOWN_MILLISECONDS = '1000';

/** Starts a cluster of three masters, each with this many replicas. */
export const startRedisCluster = async (replicas = 0): Promise<TestCluster> => {
  const start = async () => {
    const busPort = await freePort();
    const words = ['--cluster-enabled', 'yes', '--cluster-node-timeout', DOWN_MILLISECONDS];
    return { busPort, server: await startRedis([...words, '--cluster-port', String(busPort)]) };
  };
  const nodes = await Promise.all(Array.from({ length: MASTERS * (1 + replicas) }, start));
  const servers = nodes.map(({ server }) => server);
  const addresses = nodes.map(({ server, busPort }) => `127.0.0.1:${server.port}@${busPort}`);
  const shape = ['--cluster-replicas', String(replicas), '--cluster-yes'];
  await run('redis-cli', ['--cluster', 'create', ...addresses, ...shape]);
  // Every node has to know all the others: `create` only waits for the nodes it talks to.
  await eventually(async () => {
    for (const { port } of servers) {
      const told = await askRedis(port, 'cluster', 'info');
      if (!told.includes('cluster_state:ok')) throw new Error(told);
      if ((await askRedis(port, 'role')).startsWith('slave')) await waitUntilCopied(port);
    }
  }, 60_000);

  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    async masterOf(key, asked = servers[0]) {
      const slot = Number(await askRedis(asked?.port ?? 0, 'cluster', 'keyslot', key));
      const ofNodes = (await askRedis(asked?.port ?? 0, 'cluster', 'nodes')).split('\n');
      const line = ofNodes.find((node) => {
        const [, , flags = '', , , , , , ...slots] = node.split(' ');
        const holds = slots.some((range) => {
          const [first, last = first] = range.split('-').map(Number);
          return first !== undefined && first <= slot && slot <= (last ?? first);
        });
        return holds && flags.includes('master') && !flags.includes('fail');
      });
      const port = Number(/ [\d.]+:(\d+)@/.exec(line ?? '')?.[1]);
      return servers.find((server) => server.port === port);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
};
