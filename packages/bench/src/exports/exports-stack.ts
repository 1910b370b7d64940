import { createTestIdentity, startPostgres, startRedis } from '@platform/testing';

import { imageOptions, provisionService, startProcess } from '../harness/start-service.ts';

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

/** Starts everything, with durable writes. */
export const startExportsStack = async (
  backend: ExportsBackend,
  workers: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ExportsStack> => {
  const postgres = await startPostgres({ durable: true });
  const redis = backend === 'redis' ? await startRedis() : undefined;
  const identity = await createTestIdentity('palette');
  const environment = {
    ...(await provisionService('palette', postgres.url)),
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...identity.environment,
    NODE_OPTIONS: imageOptions('palette'),
    ...settings,
  };
  const main = await startProcess('palette', 'main', environment);
  const others = await Promise.all(
    Array.from({ length: workers }, () => startProcess('palette', 'worker', environment)),
  );
  const [firstWorker] = others;
  return {
    url: main.url,
    adminUrl: postgres.url,
    authorization: () => identity.bearer(),
    async workerMemory() {
      const text = await (await fetch(`${firstWorker?.url ?? ''}/metrics`)).text();
      const valueOf = (name: string): number =>
        Number(new RegExp(`^${name}(?:\\{\\S*)? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      return {
        resident: valueOf('process_resident_memory_bytes'),
        heap: valueOf('nodejs_heap_size_used_bytes'),
        external: valueOf('nodejs_external_memory_bytes'),
      };
    },
    async stop() {
      await Promise.all([main, ...others].map(({ child }) => child.stop()));
      await redis?.stop();
      await postgres.stop();
    },
  };
};
