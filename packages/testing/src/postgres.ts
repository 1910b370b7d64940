import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgresServer } from '@platform/postgres-server';

import { freePort } from './free-port.ts';

export interface TestPostgres {
  /** Connection string of the superuser, to the database `postgres`. */
  url: string;
  pid: number;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a throw-away PostgreSQL 18 in a folder of its own.
 * @param options.durable true for tests that kill it; others are several times faster without
 */
export const startPostgres = async (
  options: { durable?: boolean; settings?: readonly string[] } = {},
): Promise<TestPostgres> => {
  const { durable = false, settings = [] } = options;
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-postgres-'));
  // If we are root, the server runs as the user `postgres`, who must reach the folder below.
  await chmod(directory, 0o711);
  const port = await freePort();
  const start = () =>
    startPostgresServer({
      directory: join(directory, 'data'),
      port,
      password: 'postgres',
      durable,
      settings: ['max_connections=300', 'shared_buffers=128MB', ...settings],
    });
  let server = await start();
  return {
    url: server.url,
    get pid() {
      return server.pid;
    },
    kill: () => server.kill(),
    async restart() {
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
