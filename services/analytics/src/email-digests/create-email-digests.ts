import type { Database } from '@platform/database';
import { createUnsubscribeLinks } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import type { LinkSigner } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { StatsStore } from '../stats/stats-store.ts';
import type { PageQueryMaker } from '../stats-page/website-page.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import { createEmailDigestsService } from './email-digests-service.ts';
import { createEmailDigestsStore } from './email-digests-store.ts';
import { createUnsubscribeRouter } from './unsubscribe-router.ts';

export interface EmailDigestsDeps {
  readonly database: Database;
  readonly stats: Pick<StatsStore, 'inSnapshot'>;
  readonly mailer: Mailer;
  readonly signer: LinkSigner;
  /** Each digest carries a link that opens the statistics page. */
  readonly pageQuery: PageQueryMaker;
  readonly defaultRecipients: DefaultRecipients;
  readonly publicUrl: string;
  readonly logger: Logger;
}

export interface EmailDigests {
  /** The page behind the unsubscribe link. */
  readonly router: ReturnType<typeof createUnsubscribeRouter>;
  readonly job: RepeatingJob;
}

/** Looks for due digests this often: the longest delay after 8:00. */
const EVERY_MS = 60_000;

/** Puts the e-mail digests together. */
export const createEmailDigests = (deps: EmailDigestsDeps): EmailDigests => {
  const { database, stats, mailer, signer, pageQuery, defaultRecipients, publicUrl, logger } = deps;
  const emailDigests = createEmailDigestsService({
    store: createEmailDigestsStore(database, defaultRecipients),
    stats,
    mailer,
    links: createUnsubscribeLinks(signer, Date.now),
    pageQuery,
    publicUrl,
    logger,
    now: Date.now,
  });
  const job = createRepeatingJob({
    name: 'sending e-mail digests',
    run: (signal) => emailDigests.run(signal),
    everyMilliseconds: EVERY_MS,
    logger,
  });
  return { router: createUnsubscribeRouter({ emailDigests }), job };
};
