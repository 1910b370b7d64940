import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { migrateQueues } from '@platform/queue';
import {
  childEnvironment,
  createTestDatabase,
  createTestIdentity,
  endProcess,
  eventually,
  freePort,
} from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

const SOURCES = new URL('../../src/', import.meta.url);

export interface ExportProcesses {
  /** Address of the service. */
  url: string;
  bearer(): Promise<string>;
  database: TestDatabase;
  /** Starts one more worker and waits until it is ready. */
  startWorker(): Promise<ChildProcess>;
  stop(): Promise<void>;
}

/** Ends a process as a crash would, and waits until it is gone. */
export const killHard = (child: ChildProcess): Promise<void> => endProcess(child, 'SIGKILL');

/** The service and its workers as processes of their own, on the servers given. */
export const startExportProcesses = async (servers: {
  postgresUrl: string;
  redisUrl?: string | undefined;
}): Promise<ExportProcesses> => {
  const database = await createTestDatabase({
    schema: 'palette',
    migrations: new URL('../../migrations/', import.meta.url),
    postgresUrl: servers.postgresUrl,
  });
  await migrateQueues(database.url, 'palette_queue');
  const identity = await createTestIdentity('palette');
  const children: ChildProcess[] = [];

  const start = async (
    file: string,
    environment: Record<string, string>,
  ): Promise<[ChildProcess, string]> => {
    const port = await freePort();
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, SOURCES))], {
      env: {
        ...childEnvironment(),
        DATABASE_URL: database.url,
        ...(servers.redisUrl === undefined ? {} : { REDIS_URL: servers.redisUrl }),
        ...identity.environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
        ...environment,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}.`);
      const answer = await fetch(`${url}/health/ready`);
      if (!answer.ok) throw new Error(`${file} is not ready: ${await answer.text()}`);
    });
    return [child, url];
  };

  const [, url] = await start('main.ts', {});
  return {
    url,
    bearer: () => identity.bearer({ organisation: 'org_a' }),
    database,
    async startWorker() {
      // Short locks, so that a worker's death is noticed within the patience of a test.
      const short = { EXPORT_LOCK_SECONDS: '3', EXPORT_IDLE_SECONDS: '2', EXPORT_CONCURRENCY: '4' };
      const [child] = await start('worker.ts', short);
      return child;
    },
    async stop() {
      await Promise.all(children.map(killHard));
      await database.drop();
    },
  };
};
