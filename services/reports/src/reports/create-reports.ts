import type { Database, Waits } from '@platform/database';
import type { Logger } from '@platform/runtime';

import type { CredentialVault } from '../credentials/credential-vault.ts';
import type { GenerationQueue } from '../generation/generation-queue.ts';
import { createRunsStore } from '../runs/runs-store.ts';
import { createReportsService } from './reports-service.ts';
import { createReportsStore } from './reports-store.ts';

export interface ReportsDeps {
  database: Database;
  queue: GenerationQueue;
  signals: Pick<Waits, 'wait'>;
  /** Parses and checks a client’s URL. @throws GuardError `blocked` */
  checkUrl: (url: string) => URL;
  vault: Pick<CredentialVault, 'change'>;
  logger: Logger;
}

/** The reports with their stores, for the API and for whatever generates them again. */
export const createReports = ({ database, queue, signals, checkUrl, vault, logger }: ReportsDeps) => {
  const reportsStore = createReportsStore(database);
  const runsStore = createRunsStore(database);
  const reports = createReportsService({
    store: reportsStore,
    runs: runsStore,
    queue,
    signals,
    checkUrl,
    vault,
    logger,
  });
  return { reports, reportsStore, runsStore };
};
