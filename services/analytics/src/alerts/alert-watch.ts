import { MAIL_CLAIM, messageIdOf, outcomeOfFailure } from '@platform/mailer';
import type { Mailer, MailOutcome, UnsubscribeLinks } from '@platform/mailer';
import type { Logger } from '@platform/runtime';

import type { PageQueryMaker } from '../stats-page/website-page.ts';
import { recipientsOf } from '../websites/recipients.ts';
import type { DefaultRecipients } from '../websites/recipients.ts';
import type { AlertRule } from './alert.ts';
import { renderAlertMail } from './alert-mail.ts';
import type { AlertMessage, AlertWatchStore, DueAlert } from './alert-watch-store.ts';
import { findOccasion } from './find-occasion.ts';
import type { FindOccasionDeps } from './find-occasion.ts';
import { takeTurns } from './take-turns.ts';

export interface AlertWatchDeps {
  readonly store: AlertWatchStore;
  readonly goals: FindOccasionDeps['goals'];
  readonly counts: FindOccasionDeps['counts'];
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  readonly pageQuery: PageQueryMaker;
  readonly defaultRecipients: DefaultRecipients;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface AlertWatch {
  /**
   * Looks at the alerts that are due and sends what there is to tell. May run often and in several
   * processes at once: an occasion is told once to each recipient.
   */
  run(signal?: AbortSignal): Promise<void>;
}

const MINUTE = 60_000;
const BATCH = 50;
/** Websites whose alerts are looked at at once. Each takes a connection of the pool. */
const AT_ONCE = 4;
/** So long alerts are looked at before what was found is sent. */
const LOOK_MS = MINUTE;
/** Of an alert. It outlasts the looking by more than the 20 seconds that counting may take. */
const CLAIM_MS = 2 * MINUTE;
const LINK_DAYS = 30;

/** How long until an alert is looked at again: counting a month's conversions takes longer. */
const restOf = (rule: AlertRule): number => {
  if (rule.type !== 'goal') return MINUTE;
  return (rule.period === 'day' ? 5 : 15) * MINUTE;
};

/** Watches over the alerts. */
export const createAlertWatch = (deps: AlertWatchDeps): AlertWatch => {
  const { store, mailer, links, pageQuery, defaultRecipients, publicUrl, logger, now } = deps;

  const look = async (alert: DueAlert): Promise<void> => {
    try {
      const occasion = await findOccasion(deps, alert, now());
      if (occasion !== undefined) {
        const defaults = await defaultRecipients.of(alert.organisation);
        const recipients = recipientsOf(alert.recipients ?? alert.websiteRecipients, defaults);
        await store.plan(alert, occasion, recipients, new Date(now()));
      }
    } catch (error) {
      logger.warn(
        { err: error, website_id: alert.websiteId, alert: alert.id },
        'an alert could not be checked',
      );
    }
    await store.checkedUntil(alert, new Date(now() + restOf(alert.rule)));
  };

  const messageId = ({ alert, occasion, recipient }: AlertMessage): string => {
    const identity = [alert.websiteId, alert.id, occasion.key, recipient];
    return messageIdOf(`alert-${alert.websiteId}-${alert.id}`, identity, publicUrl);
  };

  const attempt = async (message: AlertMessage): Promise<MailOutcome> => {
    if (!message.isWanted) return { status: 'cancelled' };
    const { alert, siteKey, recipient } = message;
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${links.create({ subjectId: alert.websiteId, recipient })}`;
    const expiresAt = Math.floor(now() / 1000) + LINK_DAYS * 86_400;
    const access = await pageQuery({ id: alert.websiteId, siteKey }, `E-mail alert ${alert.name}`, expiresAt);
    const statsUrl = `${publicUrl}/s/${siteKey}?period=today&${access}`;
    const mail = renderAlertMail({ message, statsUrl, unsubscribeUrl });
    await mailer.send({ ...mail, to: recipient, unsubscribeUrl, messageId: messageId(message) });
    return { status: 'sent' };
  };

  const deliver = async (message: AlertMessage): Promise<void> => {
    const outcome = await attempt(message).catch((error: unknown) => {
      logger.warn({ err: error, website_id: message.alert.websiteId }, 'an e-mail alert could not be sent');
      return outcomeOfFailure(error, message.attempts, now());
    });
    await store.finish(message, outcome);
  };

  const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

  /** @returns false when its time was up before all alerts were looked at */
  const lookAtDue = async (signal: AbortSignal | undefined): Promise<boolean> => {
    const end = now() + LOOK_MS;
    await takeTurns({
      async fetch(except) {
        const due = await store.claimDue(new Date(now()), new Date(now() + CLAIM_MS), BATCH, except);
        // Goals last: what takes long to count holds up no quick ones of its own website, either.
        return due.toSorted((a, b) => Number(a.rule.type === 'goal') - Number(b.rule.type === 'goal'));
      },
      keyOf: ({ websiteId }) => websiteId,
      work: look,
      isOver: () => isStopped(signal) || now() >= end,
      lanes: AT_ONCE,
    });
    return now() < end;
  };

  const deliverAll = async (signal: AbortSignal | undefined): Promise<void> => {
    while (!isStopped(signal)) {
      const message = await store.claimMessage(new Date(now()), new Date(now() + MAIL_CLAIM));
      if (message === undefined) return;
      await deliver(message);
    }
  };

  return {
    async run(signal) {
      for (let isDone = false; !isDone && !isStopped(signal);) {
        isDone = await lookAtDue(signal);
        await store.removeOrphans();
        await deliverAll(signal);
      }
    },
  };
};
