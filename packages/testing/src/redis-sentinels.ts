import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { askRedis } from './ask-redis.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { startRedis } from './redis.ts';
import type { TestRedis } from './redis.ts';
import { spawnRedis } from './redis-process.ts';
import { startRedisReplica } from './redis-replica.ts';

export interface TestSentinels {
  /** For `REDIS_URL`. */
  url: string;
  /** The master at the start, and its replica. */
  servers: readonly [TestRedis, TestRedis];
  /** Port of the master, as the first sentinel knows it. */
  master(): Promise<number>;
  stop(): Promise<void>;
}

const SENTINELS = 3;
const NAME = 'main';
/** How long a master may be silent before the sentinels elect another. */
const DOWN_MILLISECONDS = 1_000;

/** Starts a Redis, a replica of it, and three sentinels that fail over between the two. */
export const startSentinels = async (): Promise<TestSentinels> => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-sentinels-'));
  const first = await startRedis();
  const second = await startRedisReplica(first.port);
  const startSentinel = async () => {
    const port = await freePort();
    const file = join(directory, `${port}.conf`);
    await writeFile(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `sentinel monitor ${NAME} 127.0.0.1 ${first.port} 2`,
        `sentinel down-after-milliseconds ${NAME} ${DOWN_MILLISECONDS}`,
        `sentinel failover-timeout ${NAME} 10000`,
        '',
      ].join('\n'),
    );
    return { port, process: await spawnRedis([file, '--sentinel']) };
  };
  const sentinels = await Promise.all(Array.from({ length: SENTINELS }, startSentinel));
  const ask = (...words: string[]): Promise<string> => askRedis(sentinels[0]?.port ?? 0, ...words);
  // Until the sentinels know the replica and each other, they can't replace the master.
  await eventually(async () => {
    const told = await ask('info', 'sentinel');
    if (!told.includes(`slaves=1,sentinels=${SENTINELS}`)) throw new Error(told);
  }, 60_000);

  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    servers: [first, second],
    async master() {
      const [, port] = (await ask('sentinel', 'get-master-addr-by-name', NAME)).split('\n');
      return Number(port);
    },
    async stop() {
      await Promise.all(sentinels.map((sentinel) => sentinel.process.signal('SIGKILL')));
      await Promise.all([first.stop(), second.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
