import type { Database } from '@platform/database';
import { createUnsubscribeLinks } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { createLinkSigner, createPageLinks, createPageLinksStore } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { createRunsStore } from '../runs/runs-store.ts';
import { createRegressionsService } from './regressions-service.ts';
import type { RegressionsService } from './regressions-service.ts';
import { createRegressionsStore } from './regressions-store.ts';

export interface RegressionsDeps {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly ownerEmail: string | undefined;
  /** 32 bytes that sign links to report pages. */
  readonly pageSecret: Buffer;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: () => number;
}

const EVERY_MILLISECONDS = 30_000;

/** The e-mails about reports that got worse, and the job that sends them. */
export const createRegressions = (
  deps: RegressionsDeps,
): { regressions: RegressionsService; job: RepeatingJob } => {
  const { database, mailer, ownerEmail, pageSecret, publicUrl, logger, now = Date.now } = deps;
  const signer = createLinkSigner(pageSecret);
  const regressions = createRegressionsService({
    store: createRegressionsStore(database, ownerEmail),
    runs: createRunsStore(database),
    mailer,
    unsubscribing: createUnsubscribeLinks(signer, now),
    pageLinks: createPageLinks(createPageLinksStore(database), signer),
    publicUrl,
    logger,
    now,
  });
  const job = createRepeatingJob({
    name: 'sending e-mails about reports',
    run: (signal) => regressions.run(signal),
    everyMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  return { regressions, job };
};
