import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';
import { createTestIdentity, eventually, freePort, startPostgres, startRedis } from '@platform/testing';

export type ExportsBackend = 'postgres' | 'redis';

/**
 * The palette service and its export workers as processes of their own, beside the servers that
 * they need.
 */
export interface ExportsStack {
  /** Address of the service, without the gateway. */
  url: string;
  /** A header's value; each is valid for a minute. */
  readonly authorization: () => Promise<string>;
  /** Resident memory of the first worker in bytes. */
  workerMemory(): Promise<number>;
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
export const startExportsStack = async (backend: ExportsBackend, workers: number): Promise<ExportsStack> => {
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
    }, 30_000);
    return url;
  };
  const url = await start('main');
  const [firstWorker = ''] = await Promise.all(Array.from({ length: workers }, () => start('worker')));
  return {
    url,
    authorization: () => identity.bearer(),
    async workerMemory() {
      const text = await (await fetch(`${firstWorker}/metrics`)).text();
      const line = /^process_resident_memory_bytes\S* (\S+)$/m.exec(text);
      return Number(line?.[1] ?? Number.NaN);
    },
    async stop() {
      await Promise.all(children.map(end));
      await redis?.stop();
      await postgres.stop();
    },
  };
};
