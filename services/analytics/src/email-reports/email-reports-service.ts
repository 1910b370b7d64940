import { createHash } from 'node:crypto';

import type { Logger } from '@platform/runtime';

import type { StatsStore } from '../stats/stats-store.ts';
import { nextDue, reportPeriod } from './due-dates.ts';
import type { Delivery, EmailReportsStore, Outcome } from './email-reports-store.ts';
import type { Mailer } from './mailer.ts';
import { loadReport } from './report-data.ts';
import { renderReportMail } from './report-mail.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface EmailReportsServiceDeps {
  readonly store: EmailReportsStore;
  readonly stats: Pick<StatsStore, 'inSnapshot'>;
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  /** Makes the query string of a link that opens a private statistics page, `access=…`. */
  readonly pageQuery: (
    website: { readonly id: number; readonly siteKey: string },
    expiresAt: number,
  ) => string;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface EmailReportsService {
  /**
   * Plans what is due and sends what is planned. May run at any time, often, and in several processes at once: each report
   * goes out once for a period and recipient.
   * @param signal ends the run behind the message that is being sent; the others stay planned
   */
  run(signal?: AbortSignal): Promise<void>;
  /** @returns the website's domain, or undefined for a link that wasn't made here */
  unsubscribe(link: string): Promise<string | undefined>;
  /** The domain that a link is about, without doing anything. */
  subscriptionOf(link: string): Promise<string | undefined>;
}

const MINUTE = 60_000;
/** A claim outlives the mail server's time-outs, so that no second attempt starts while the first is under way. */
const CLAIM = 5 * MINUTE;
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720];
const BATCH = 100;
const LINK_DAYS = 30;

/** A refusal for good (5xx of the mail server about this message) isn't repeated; anything else is. */
const isFinal = (error: unknown): boolean => {
  const code =
    typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 550 && code < 560;
};

const messageOf = (error: unknown): string => (Error.isError(error) ? error.message : String(error));

/** Periodic reports by e-mail. */
export const createEmailReportsService = (deps: EmailReportsServiceDeps): EmailReportsService => {
  const { store, stats, mailer, links, pageQuery, publicUrl, logger, now } = deps;

  const messageId = ({ websiteId, frequency, range, recipient }: Delivery): string => {
    const digest = createHash('sha256')
      .update(JSON.stringify([websiteId, frequency, range.from, recipient]))
      .digest('hex');
    return `<report-${websiteId}-${range.from}-${digest.slice(0, 24)}@${new URL(publicUrl).hostname}>`;
  };

  const attempt = async (delivery: Delivery): Promise<Outcome> => {
    if (!delivery.isWanted) return { status: 'cancelled' };
    const { websiteId, timezone, siteKey, domain, frequency, range, recipient } = delivery;
    const data = await loadReport(stats, { id: websiteId, timezone }, range);
    if (data === undefined) {
      logger.info(
        { website_id: websiteId, first_day: range.from },
        'e-mail report skipped: nothing was counted in its period',
      );
      return { status: 'skipped' };
    }
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${links.create({ websiteId, recipient })}`;
    const access = pageQuery({ id: websiteId, siteKey }, Math.floor(now() / 1000) + LINK_DAYS * 86_400);
    const statsUrl = `${publicUrl}/s/${siteKey}?from=${range.from}&to=${range.to}&${access}`;
    const mail = renderReportMail({ domain, frequency, data, statsUrl, unsubscribeUrl });
    await mailer.send({ ...mail, to: recipient, unsubscribeUrl, messageId: messageId(delivery) });
    return { status: 'sent' };
  };

  const retryOrFail = (delivery: Delivery, error: unknown): Outcome => {
    const minutes = RETRY_MINUTES[delivery.attempts - 1];
    const text = messageOf(error);
    if (minutes === undefined || isFinal(error)) return { status: 'failed', error: text };
    return { status: 'pending', error: text, retryAt: new Date(now() + minutes * MINUTE) };
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const outcome = await attempt(delivery).catch((error: unknown) => {
      const refusal = retryOrFail(delivery, error);
      logger.warn(
        { err: error, website_id: delivery.websiteId, attempts: delivery.attempts, status: refusal.status },
        'an e-mail report could not be sent',
      );
      return refusal;
    });
    await store.finish(delivery, outcome);
    if (outcome.status === 'sent')
      logger.info(
        { website_id: delivery.websiteId, first_day: delivery.range.from, to: mailer.destination },
        'e-mail report sent',
      );
  };

  const plan = async (): Promise<void> => {
    await store.syncSchedule(({ frequency, timezone }) => new Date(nextDue(frequency, timezone, now())));
    for (;;) {
      const claimed = await store.planDue(new Date(now()), BATCH, ({ frequency, timezone }) => ({
        range: reportPeriod(frequency, timezone, now()),
        nextDue: new Date(nextDue(frequency, timezone, now())),
      }));
      for (const { id, recipients } of claimed)
        if (recipients.length === 0)
          logger.warn({ website_id: id }, 'e-mail report skipped: the website has no recipients');
      if (claimed.length < BATCH) return;
    }
  };

  return {
    async run(signal) {
      await plan();
      while (signal?.aborted !== true) {
        const delivery = await store.claimDelivery(new Date(now()), new Date(now() + CLAIM));
        if (delivery === undefined) return;
        await deliver(delivery);
      }
    },
    async unsubscribe(link) {
      const subscription = links.read(link);
      if (subscription === undefined) return undefined;
      await store.unsubscribe(subscription.websiteId, subscription.recipient);
      return (await store.domainOf(subscription.websiteId)) ?? 'this website';
    },
    async subscriptionOf(link) {
      const subscription = links.read(link);
      return subscription && ((await store.domainOf(subscription.websiteId)) ?? 'this website');
    },
  };
};
