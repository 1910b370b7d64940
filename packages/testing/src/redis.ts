import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './free-port.ts';
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

/** Starts a Redis of its own (free port, own folder, append-only file, noeviction). */
export const startRedis = async (): Promise<TestRedis> => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-redis-'));
  const port = await freePort();
  const start = (): Promise<ReturnType<typeof spawn>> =>
    new Promise((resolve, reject) => {
      const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
      const child = spawn('redis-server', [
        ...flags,
        '--appendonly',
        'yes',
        '--maxmemory-policy',
        'noeviction',
      ]);
      child.once('error', reject);
      child.once('exit', () => {
        reject(new Error('Redis did not start.'));
      });
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready to accept connections')) resolve(child);
      });
    });
  let child = await start();
  const kill = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (signal === 'SIGSTOP' || child.exitCode !== null || child.signalCode !== null) {
        child.kill(signal);
        resolve();
        return;
      }
      child.once('exit', () => {
        resolve();
      });
      child.kill(signal);
    });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    kill: (signal = 'SIGKILL') => kill(signal),
    async restart() {
      child = await start();
    },
    async stop() {
      child.kill('SIGCONT');
      await kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
