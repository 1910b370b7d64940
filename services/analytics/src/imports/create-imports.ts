import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createBackgroundThread, createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createImportsRouter } from './imports-router.ts';
import { createImportsService } from './imports-service.ts';
import type { ImportsServiceDeps } from './imports-service.ts';
import { createImportsStore } from './imports-store.ts';
import type { ImportFunctions, ImportThreadData } from './thread.ts';

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
