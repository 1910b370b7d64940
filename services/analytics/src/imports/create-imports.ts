import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createDictionaryStore } from '../collect/dictionary/dictionary-store.ts';
import { createImportJob } from './import-job.ts';
import { createImportedDaysStore } from './imported-days-store.ts';
import { createImportsRouter } from './imports-router.ts';
import { createImportsService } from './imports-service.ts';
import type { ImportsServiceDeps } from './imports-service.ts';
import { createImportsStore } from './imports-store.ts';

export interface ImportsDeps {
  readonly database: Database;
  /** True on a Citus cluster. */
  readonly isDistributed: () => boolean | Promise<boolean>;
  readonly websites: ImportsServiceDeps['websites'];
  readonly logger: Logger;
}

export interface Imports {
  readonly router: ApiRouter;
  readonly job: RepeatingJob;
}

/** Looks for uploads this often. */
const EVERY_MS = 3_000;

/** Puts the imports together. */
export const createImports = ({ database, isDistributed, websites, logger }: ImportsDeps): Imports => {
  const store = createImportsStore(database);
  const days = createImportedDaysStore(database, createDictionaryStore(database, isDistributed));
  const imports = createImportJob({ store, days, logger, now: Date.now });
  return {
    router: createImportsRouter(createImportsService({ websites, store })),
    job: createRepeatingJob({
      name: 'importing',
      run: (signal) => imports.run(signal),
      everyMilliseconds: EVERY_MS,
      logger,
    }),
  };
};
