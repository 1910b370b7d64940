import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './free-port.ts';
import { spawnRedis } from './redis-process.ts';
import { sayIsSkipped } from './say-is-skipped.ts';

export interface TestRedis {
  url: string;
  port: number;
  pid: number;
  /** 'SIGKILL' (the default) is like a crash, 'SIGSTOP' freezes it. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port, with the data of its append-only file. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * True where there is a `redis-server` on the PATH. Tests that need one are skipped elsewhere, and
 * the output says so; with `REQUIRE_REDIS=1`, as in CI, a missing one is an error.
 */
export const hasRedis = (): boolean => {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  if (process.env['REQUIRE_REDIS'] === '1')
    throw new Error('REQUIRE_REDIS is set, but there is no redis-server on the PATH.');
  sayIsSkipped('the tests on Redis', 'There is no redis-server on the PATH.');
  return false;
};

/**
 * Starts a separate Redis (free port, own folder, append-only file, noeviction).
 * @param words more settings, such as `['--replicaof', '127.0.0.1', '7000']`
 */
export const startRedis = async (words: readonly string[] = []): Promise<TestRedis> => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-redis-'));
  const port = await freePort();
  const start = () =>
    spawnRedis(
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
        .concat(['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
        // Otherwise a replica would wait five seconds for others to join the copy.
        .concat(['--repl-diskless-sync-delay', '0'])
        .concat(words),
    );
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    async kill(signal = 'SIGKILL') {
      await server.signal(signal);
    },
    async restart() {
      server = await start();
    },
    async stop() {
      await server.signal('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
