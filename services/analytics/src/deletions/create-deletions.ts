import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createDeleteClicks } from './delete-clicks.ts';
import type { Placements } from '../cluster/placements.ts';
import { createBatchStore } from '../collect/writing/batch-store.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { createDeletionWork } from './deletion-work.ts';
import { createDeletionsRouter } from './deletions-router.ts';
import { createDeletionsJob, createDeletionsService } from './deletions-service.ts';
import { createDeletionsStore } from './deletions-store.ts';

interface DeletionsDeps {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly placements: Placements;
  readonly questions: Questions;
  readonly stats: Pick<StatsStore, 'firstTraffic'>;
  readonly timezoneOf: (websiteId: number) => Promise<string | undefined>;
  readonly logger: Logger;
}

interface Deletions {
  readonly router: ApiRouter;
  readonly job: RepeatingJob;
  /** Closes the connection that the job writes on. */
  close(): Promise<void>;
}

const EVERY_MS = 2_000;

/** Puts together what takes back statistics. */
export const createDeletions = (deps: DeletionsDeps): Deletions => {
  const { database, placements, questions, stats, timezoneOf, logger } = deps;
  const store = createDeletionsStore(database);
  const batches = createBatchStore({
    url: deps.databaseUrl,
    schema: 'analytics',
    connections: 1,
    isDistributed: placements.isDistributed,
  });
  const work = createDeletionWork({
    reader: store,
    batches,
    partitions: createPartitionsStore(database),
    nodeOf: async (websiteId) => (await placements.of(websiteId)).node,
  });
  return {
    router: createDeletionsRouter(createDeletionsService({ store, questions, stats, now: Date.now })),
    job: createRepeatingJob({
      name: 'deleting statistics',
      run: createDeletionsJob({
        store,
        filterOf: (site, asked) => questions.filter(site, asked),
        timezoneOf,
        work,
        deleteClicks: createDeleteClicks(database),
        logger,
      }),
      everyMilliseconds: EVERY_MS,
      logger,
    }),
    close: () => batches.close(),
  };
};
