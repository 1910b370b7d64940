import { createMailOutbox, messageIdOf } from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';
import { PRIVACY } from '@platform/page-access';
import type { PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import { protectedPage, reportUrl } from '../reports/report-json.ts';
import type { Report } from '../reports/report.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import type { RegressionMail, RegressionsStore } from './regressions-store.ts';
import { renderRegressionMail } from './regression-mail.ts';

export interface RegressionsServiceDeps {
  readonly store: RegressionsStore;
  readonly runs: Pick<RunsStore, 'find' | 'lastGenerated'>;
  readonly mailer: Mailer;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'create'>;
  readonly pageLinks: Pick<PageLinks, 'create'>;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RegressionsService {
  /**
   * Plans and sends the e-mails about runs that are worse than the one before. May run often and in
   * several processes at once: each recipient is told about a run once.
   * @param signal stops after the message that is being sent; the others stay planned
   */
  run(signal?: AbortSignal): Promise<void>;
}

const BATCH = 100;
const LINK_SECONDS = 30 * 86_400;

/**
 * Tells the recipients of schedules when a report got worse. The row is written with its run, and
 * the mail sent by the service, never by a worker: workers fetch strangers' pages and must not
 * reach a mail server.
 */
export const createRegressionsService = (deps: RegressionsServiceDeps): RegressionsService => {
  const { store, runs, mailer, unsubscribing, pageLinks, publicUrl, logger, now } = deps;

  /** The report’s page; for a private one, a link that its owner can see and revoke. */
  const addressOf = async (report: Report): Promise<string> => {
    const address = reportUrl(publicUrl, report);
    if (report.privacy === PRIVACY.open) return address;
    const expiresAt = Math.floor(now() / 1000) + LINK_SECONDS;
    const link = await pageLinks.create(protectedPage(report), 'E-mail that it got worse', expiresAt);
    return `${address}?${link.query}`;
  };

  const compose = async (mail: RegressionMail): Promise<MailMessage | undefined> => {
    const { report, runId, recipient, language } = mail;
    const after = await runs.find(report.id, runId);
    const before = await runs.lastGenerated(report.id, runId);
    // The run before may have been deleted since.
    if (!after?.audit || !before?.audit) return undefined;
    const link = unsubscribing.create({ subjectId: report.id, recipient });
    const unsubscribeUrl = `${publicUrl}/r/unsubscribe/${link}`;
    const message = renderRegressionMail({
      language,
      url: report.url,
      before: before.audit,
      after: after.audit,
      reportUrl: await addressOf(report),
      unsubscribeUrl,
    });
    const messageId = messageIdOf(`run-${runId}`, [runId, recipient], publicUrl);
    return { ...message, to: recipient, unsubscribeUrl, messageId };
  };

  const sendDue = createMailOutbox<RegressionMail>({
    name: 'an e-mail about a report',
    mails: store,
    mailer,
    compose,
    factsOf: ({ report }) => ({ report: report.id }),
    logger,
    now,
  });

  return {
    async run(signal) {
      while ((await store.plan(new Date(now()), BATCH)) === BATCH);
      await sendDue(signal);
    },
  };
};
