import { workerData } from 'node:worker_threads';

import { createDatabase } from '@platform/database';
import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createBackgroundThread, createRepeatingJob, createLogger, serveThread } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createImportsRouter } from './imports-router.ts';
import { createImportsService } from './imports-service.ts';
import type { ImportsServiceDeps } from './imports-service.ts';
import { createImportsStore } from './imports-store.ts';
import { createClusterStore } from '../cluster/cluster-store.ts';
import { createPlacements } from '../cluster/placements.ts';
import { createDictionaryStore } from '../collect/dictionary/dictionary-store.ts';
import { createImportJob } from './import-job.ts';
import { createImportedDaysStore } from './imported-days-store.ts';

/** Data passed to the thread. */
interface ImportThreadData {
  readonly databaseUrl: string;
  readonly logLevel: string;
}

/** Functions of the thread. */
type ImportFunctions = {
  /** Works on imports until none is left. */
  readonly work: (argument: undefined) => Promise<void>;
};

/** One reads and writes, one renews the claim. */
const CONNECTIONS = 3;

const { databaseUrl, logLevel } = workerData as ImportThreadData;
const database = createDatabase({ url: databaseUrl, schema: 'analytics', poolSize: CONNECTIONS });
const { isDistributed } = createPlacements({ store: createClusterStore(database) });
const job = createImportJob({
  store: createImportsStore(database),
  days: createImportedDaysStore(database, createDictionaryStore(database, isDistributed)),
  logger: createLogger({ name: 'analytics', level: logLevel }),
  now: Date.now,
});

const stopping = new AbortController();
let work = Promise.resolve();
const functions: ImportFunctions = {
  work: () => (work = job.run(stopping.signal)),
};

serveThread(functions, async () => {
  stopping.abort();
  // An import under way is released, so that another process takes it at once.
  await work.catch(() => undefined);
  await database.destroy();
});

interface ImportWorkDeps {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Holds what an import of the largest file counts. */
const MEMORY_MEGABYTES = 2_048;
/** Longer than any import takes; one that goes on is taken by a thread that starts anew. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Works on all open imports in a thread, which ends with them: reading millions of rows must not keep
 * page views waiting.
 */
export const workOnImports = async (
  { databaseUrl, logger }: ImportWorkDeps,
  signal: AbortSignal,
): Promise<void> => {
  const thread = createBackgroundThread<ImportFunctions>({
    entry: new URL('./thread.ts', import.meta.url),
    data: { databaseUrl, logLevel: logger.level } satisfies ImportThreadData,
    memoryMegabytes: MEMORY_MEGABYTES,
    milliseconds: LONGEST_MS,
    atOnce: 1,
    mostWaiting: 0,
    onEnd(cause) {
      logger.error({ err: cause }, 'the thread for imports ended');
    },
  });
  const stop = (): void => void thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await thread.call('work', undefined);
  } catch (error) {
    // Told to stop, it has released its import.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.stop();
  }
};

export interface ImportsDeps extends ImportWorkDeps {
  readonly database: Database;
  readonly websites: ImportsServiceDeps['websites'];
}

export interface Imports {
  readonly router: ApiRouter;
  readonly job: RepeatingJob;
}

/** Looks for uploads this often. */
const EVERY_MS = 3_000;

/** Puts the imports together. */
export const createImports = ({ database, websites, ...deps }: ImportsDeps): Imports => {
  const store = createImportsStore(database);
  return {
    router: createImportsRouter(createImportsService({ websites, store })),
    job: createRepeatingJob({
      name: 'importing',
      run: async (signal) => {
        if (await store.hasOpen(new Date())) await workOnImports(deps, signal);
      },
      everyMilliseconds: EVERY_MS,
      logger: deps.logger,
    }),
  };
};
