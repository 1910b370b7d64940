import type { Database } from '@platform/database';
import { createUnsubscribeLinks, createUnsubscribeRouter } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { createLinkSigner, createPageLinks, createPageLinksStore } from '@platform/page-access';
import type { Html, Language, Page } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { BuiltPages, ReportPages } from '@platform/pages';

import { toPage } from '../report-page/to-page.ts';
import { createRunsStore } from '../runs/runs-store.ts';
import { createRegressionsService } from './regressions-service.ts';
import type { RegressionsService } from './regressions-service.ts';
import { createRegressionsStore } from './regressions-store.ts';
import { createSiteMails } from './site-mails-service.ts';
import { createSiteMailsStore } from './site-mails-store.ts';
import { SITE_PAGE_LINKS } from '../sites/sites-store.ts';
import type { SitesService } from '../sites/sites-service.ts';

export interface RegressionsDeps {
  readonly database: Database;
  readonly sites: Pick<SitesService, 'findByPageKey' | 'changes' | 'crawl'>;
  readonly mailer: Mailer;
  readonly ownerEmail: string | undefined;
  /** 32 bytes that sign links to report pages. */
  readonly pageSecret: Buffer;
  readonly publicUrl: string;
  /** Makes the pages behind the links that end them. */
  readonly built: () => Promise<BuiltPages<ReportPages>>;
  readonly logger: Logger;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: () => number;
}

const EVERY_MILLISECONDS = 30_000;

export interface Regressions extends RegressionsService {
  /** The pages behind the unsubscribe links. */
  readonly unsubscribing: readonly ReturnType<typeof createUnsubscribeRouter>[];
  readonly job: RepeatingJob;
}

/** Puts together the e-mails about reports and sites that got worse. */
export const createRegressions = (deps: RegressionsDeps): Regressions => {
  const { database, mailer, ownerEmail, pageSecret, publicUrl, logger, now = Date.now } = deps;
  const signer = createLinkSigner(pageSecret);
  const store = createRegressionsStore(database, ownerEmail);
  const links = createUnsubscribeLinks(signer, now);
  const regressions = createRegressionsService({
    store,
    runs: createRunsStore(database),
    mailer,
    unsubscribing: links,
    pageLinks: createPageLinks(createPageLinksStore(database), signer),
    publicUrl,
    logger,
    now,
  });
  const siteStore = createSiteMailsStore(database, ownerEmail);
  const siteLinks = createUnsubscribeLinks(signer, now, 'unsubscribe-site');
  const sendSiteMails = createSiteMails({
    store: siteStore,
    sites: deps.sites,
    mailer,
    unsubscribing: siteLinks,
    pageLinks: createPageLinks(createPageLinksStore(database, SITE_PAGE_LINKS), signer),
    publicUrl,
    logger,
    now,
  });
  const run = async (signal?: AbortSignal): Promise<void> => {
    await regressions.run(signal);
    await sendSiteMails(signal);
  };
  const job = createRepeatingJob({
    name: 'sending e-mails about reports and sites',
    run,
    everyMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  const page = async (title: string, body: Html, language: Language): Promise<Page> =>
    toPage((await deps.built()).pages.small({ title, markup: body.toString(), language }), language);
  const unsubscribing = [
    createUnsubscribeRouter({
      path: '/r/unsubscribe',
      links,
      unsubscribe: (reportId, recipient) => store.unsubscribe(reportId, recipient),
      messagesOf: async (reportId, language) => {
        const url = await store.urlOf(reportId);
        return language === 'de'
          ? `E-Mails über den Bericht zu ${url ?? 'dieser Seite'}`
          : `e-mails about the report on ${url ?? 'this page'}`;
      },
      page,
    }),
    createUnsubscribeRouter({
      path: '/r/sites/unsubscribe',
      links: siteLinks,
      unsubscribe: (siteId, recipient) => siteStore.unsubscribe(siteId, recipient),
      messagesOf: async (siteId, language) => {
        const url = await siteStore.urlOf(siteId);
        return language === 'de'
          ? `E-Mails über das Durchsuchen von ${url ?? 'dieser Website'}`
          : `e-mails about the crawl of ${url ?? 'this site'}`;
      },
      page,
    }),
  ];
  return { run, unsubscribing, job };
};
