import { MAIL_CLAIM, messageIdOf, outcomeOfFailure } from '@platform/mailer';
import type { Mailer, MailOutcome, UnsubscribeLinks } from '@platform/mailer';
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
  readonly unsubscribing: UnsubscribeLinks;
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
  /** @returns the report’s URL, or undefined for a link that wasn’t made here */
  unsubscribe(link: string): Promise<string | undefined>;
  /** The URL that a link is about; changes nothing. */
  subscriptionOf(link: string): Promise<string | undefined>;
}

const BATCH = 100;
const LINK_SECONDS = 30 * 86_400;

/**
 * Tells the recipients of schedules when a report got worse. The row is written with its run, and
 * the mail sent by the service, never by a worker: workers fetch strangers' pages and must not
 * reach a mail server. A mail is marked after it was accepted, so a killed process sends it twice,
 * with one Message-ID, rather than never.
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

  const attempt = async (mail: RegressionMail): Promise<MailOutcome> => {
    const { report, runId, recipient } = mail;
    if (!mail.isWanted) return { status: 'cancelled' };
    const after = await runs.find(report.id, runId);
    const before = await runs.lastGenerated(report.id, runId);
    // The run before may have been deleted since.
    if (!after?.audit || !before?.audit) return { status: 'skipped' };
    const link = unsubscribing.create({ subjectId: report.id, recipient });
    const unsubscribeUrl = `${publicUrl}/r/unsubscribe/${link}`;
    const message = renderRegressionMail({
      url: report.url,
      before: before.audit,
      after: after.audit,
      reportUrl: await addressOf(report),
      unsubscribeUrl,
    });
    const messageId = messageIdOf(`run-${runId}`, [runId, recipient], publicUrl);
    await mailer.send({ ...message, to: recipient, unsubscribeUrl, messageId });
    return { status: 'sent' };
  };

  const deliver = async (mail: RegressionMail): Promise<void> => {
    const outcome = await attempt(mail).catch((error: unknown) => {
      const refusal = outcomeOfFailure(error, mail.attempts, now());
      const facts = { err: error, report: mail.report.id, attempts: mail.attempts, status: refusal.status };
      logger.warn(facts, 'an e-mail about a report could not be sent');
      return refusal;
    });
    await store.finish(mail, outcome);
    if (outcome.status === 'sent')
      logger.info({ report: mail.report.id }, 'an e-mail about a report was sent');
  };

  return {
    async run(signal) {
      while ((await store.plan(new Date(now()), BATCH)) === BATCH);
      while (signal?.aborted !== true) {
        const mail = await store.claim(new Date(now()), new Date(now() + MAIL_CLAIM));
        if (mail === undefined) return;
        await deliver(mail);
      }
    },
    async unsubscribe(link) {
      const subscription = unsubscribing.read(link);
      if (subscription === undefined) return undefined;
      await store.unsubscribe(subscription.subjectId, subscription.recipient);
      return (await store.urlOf(subscription.subjectId)) ?? 'this page';
    },
    async subscriptionOf(link) {
      const subscription = unsubscribing.read(link);
      return subscription && ((await store.urlOf(subscription.subjectId)) ?? 'this page');
    },
  };
};
