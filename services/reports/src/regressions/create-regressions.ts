import type { Database } from '@platform/database';
import { createUnsubscribeLinks, createUnsubscribeRouter } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { html, createLinkSigner, createPageLinks, createPageLinksStore } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { PAGE_POLICY, pageShell } from '../report-page/page-shell.ts';
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

export interface Regressions extends RegressionsService {
  /** The page behind the unsubscribe link. */
  readonly unsubscribing: ReturnType<typeof createUnsubscribeRouter>;
  readonly job: RepeatingJob;
}

/** Puts together the e-mails about reports that got worse. */
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
  const job = createRepeatingJob({
    name: 'sending e-mails about reports',
    run: (signal) => regressions.run(signal),
    everyMilliseconds: EVERY_MILLISECONDS,
    logger,
  });
  const unsubscribing = createUnsubscribeRouter({
    path: '/r/unsubscribe',
    links,
    unsubscribe: (reportId, recipient) => store.unsubscribe(reportId, recipient),
    messagesOf: async (reportId, language) => {
      const url = await store.urlOf(reportId);
      return language === 'de'
        ? `E-Mails über den Bericht zu ${url ?? 'dieser Seite'}`
        : `e-mails about the report on ${url ?? 'this page'}`;
    },
    page: (title, body, language) => ({
      markup: pageShell({
        language,
        title,
        body: html`<section class="card">${body}</section>`,
      }),
      headers: { 'Content-Language': language, 'Content-Security-Policy': PAGE_POLICY },
    }),
  });
  return { ...regressions, unsubscribing, job };
};
