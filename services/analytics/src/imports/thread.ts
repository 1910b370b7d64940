import { workerData } from 'node:worker_threads';

import { createDatabase } from '@platform/database';
import { createLogger, serveThread } from '@platform/runtime';

import { createClusterStore, createPlacements } from '../cluster/cluster-store.ts';
import { createDictionaryStore } from '../collect/dictionary/dictionary-store.ts';
import { createImportJob } from './import-job.ts';
import { createImportedDaysStore } from './imported-days-store.ts';
import { createImportsStore } from './imports-store.ts';

/** Data passed to the thread. */
export interface ImportThreadData {
  readonly databaseUrl: string;
  readonly logLevel: string;
}

/** Functions of the thread. */
export type ImportFunctions = {
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
