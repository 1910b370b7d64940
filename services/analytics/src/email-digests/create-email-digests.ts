import type { StatisticsPages } from '@platform/pages';
import type { Database } from '@platform/database';
import { createUnsubscribeLinks, createUnsubscribeRouter } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import type { LinkSigner } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { toPage } from '../stats-page/to-page.ts';
import type { PageQueryMaker } from '../stats-page/website-page.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import type { DigestSources } from './digest-data.ts';
import { createEmailDigestsService } from './email-digests-service.ts';
import { createEmailDigestsStore } from './email-digests-store.ts';

export interface EmailDigestsDeps extends DigestSources {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly signer: LinkSigner;
  /** Each digest carries a link that opens the statistics page. */
  readonly pageQuery: PageQueryMaker;
  readonly defaultRecipients: DefaultRecipients;
  /** Makes the page behind the link that ends them. */
  readonly built: () => Promise<{ readonly pages: Pick<StatisticsPages, 'small'> }>;
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
  const { database, stats, goals, counts, mailer, signer, pageQuery, defaultRecipients, publicUrl, logger } =
    deps;
  const store = createEmailDigestsStore(database, defaultRecipients);
  const links = createUnsubscribeLinks(signer, Date.now);
  const emailDigests = createEmailDigestsService({
    store,
    stats,
    goals,
    counts,
    mailer,
    links,
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
  const router = createUnsubscribeRouter({
    path: '/unsubscribe',
    links,
    unsubscribe: (websiteId, recipient) => store.unsubscribe(websiteId, recipient),
    messagesOf: async (websiteId, language) => {
      const domain = await store.domainOf(websiteId);
      return language === 'de'
        ? `E-Mail-Berichte über ${domain ?? 'diese Website'}`
        : `e-mail digests about ${domain ?? 'this website'}`;
    },
    page: async (title, body, language) => {
      const { pages } = await deps.built();
      return toPage({ document: pages.small({ title, markup: body.toString(), language }), language });
    },
  });
  return { router, job };
};
