import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';
import { createTestIdentity, eventually, freePort, startPostgres, startRedis } from '@platform/testing';

import { imageOptions } from '../harness/image-options.ts';

export type ExportsBackend = 'postgres' | 'redis';

/** In bytes. */
export interface WorkerMemory {
  readonly resident: number;
  /** Objects of JavaScript, garbage that has not been collected yet included. */
  readonly heap: number;
  /** Buffers and what native code holds for JavaScript. */
  readonly external: number;
}

/**
 * The palette service and its export workers as processes of their own, beside the servers that
 * they need.
 */
export interface ExportsStack {
  /** Address of the service, without the gateway. */
  url: string;
  /** Connection string of the superuser to the same PostgreSQL. */
  readonly adminUrl: string;
  /** A header's value; each is valid for a minute. */
  readonly authorization: () => Promise<string>;
  /** Memory of the first worker in bytes. */
  workerMemory(): Promise<WorkerMemory>;
  stop(): Promise<void>;
}

const PASSWORD = 'bench';

const entry = (name: string): string =>
  fileURLToPath(new URL(`../../../../services/palette/src/${name}.ts`, import.meta.url));

const run = (name: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [entry(name)], { env, stdio: ['ignore', 'ignore', 'inherit'] });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

/** Starts everything, with durable writes. */
export const startExportsStack = async (
  backend: ExportsBackend,
  workers: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ExportsStack> => {
  const postgres = await startPostgres({ durable: true });
  const redis = backend === 'redis' ? await startRedis() : undefined;
  await provision(postgres.url, [{ name: 'palette', password: PASSWORD }]);
  const database = new URL(postgres.url);
  [database.username, database.password] = ['palette', PASSWORD];
  const identity = await createTestIdentity('palette');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.href,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...identity.environment,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: imageOptions('palette'),
    ...settings,
  };
  const [code] = (await once(run('migrate', environment), 'exit')) as [number];
  if (code !== 0) throw new Error('The migrations failed.');

  const children: ChildProcess[] = [];
  const start = async (name: string): Promise<string> => {
    const port = await freePort();
    children.push(run(name, { ...environment, PORT: String(port) }));
    const url = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      if (!(await fetch(`${url}/health/ready`)).ok) throw new Error(`${name} is not ready.`);
    }, 300_000);
    return url;
  };
  const url = await start('main');
  const [firstWorker = ''] = await Promise.all(Array.from({ length: workers }, () => start('worker')));
  return {
    url,
    adminUrl: postgres.url,
    authorization: () => identity.bearer(),
    async workerMemory() {
      const text = await (await fetch(`${firstWorker}/metrics`)).text();
      const valueOf = (name: string): number =>
        Number(new RegExp(`^${name}(?:\\{\\S*)? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      return {
        resident: valueOf('process_resident_memory_bytes'),
        heap: valueOf('nodejs_heap_size_used_bytes'),
        external: valueOf('nodejs_external_memory_bytes'),
      };
    },
    async stop() {
      await Promise.all(children.map(end));
      await redis?.stop();
      await postgres.stop();
    },
  };
};
