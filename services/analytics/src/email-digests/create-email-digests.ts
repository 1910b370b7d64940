import type { StatisticsPages } from '@platform/pages';
import type { Database } from '@platform/database';
import {
  createUnsubscribeLinks,
  createUnsubscribeRouter,
  createMailOutbox,
  messageIdOf,
} from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';
import type { LinkSigner } from '@platform/page-access';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import { addDays } from '../calendar/local-day.ts';
import type { Calendar } from '../calendar/time-buckets.ts';
import { toPage } from '../stats-page/website-page.ts';
import type { PageQueryMaker } from '../stats-page/website-page.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import { loadDigest } from './digest-data.ts';
import type { DigestSources } from './digest-data.ts';
import { renderDigestMail } from './digest-mail.ts';
import { nextDue, digestPeriod, endedPeriod } from './due-dates.ts';
import { createEmailDigestsStore } from './email-digests-store.ts';
import type { EmailDigestsStore, OwedPeriod, Schedule, Delivery } from './email-digests-store.ts';

interface EmailDigestsServiceDeps extends DigestSources {
  readonly store: EmailDigestsStore;
  readonly mailer: Mailer;
  readonly links: Pick<UnsubscribeLinks, 'create'>;
  readonly pageQuery: PageQueryMaker;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface EmailDigestsService {
  /**
   * Plans the digests that are due and sends those planned. May run at any time, often, and in
   * several processes at once: each digest goes out once per period and recipient.
   * @param signal ends the run after the message being sent; the others stay planned
   */
  run(signal?: AbortSignal): Promise<void>;
}

const BATCH = 100;
/** Digests being made and sent at once. Each takes a connection of the pool for its statistics. */
const AT_ONCE = 4;
const LINK_DAYS = 30;
const HALF_A_WEEK = 3;

/** Periodic digests by e-mail. */
export const createEmailDigestsService = (deps: EmailDigestsServiceDeps): EmailDigestsService => {
  const { store, stats, goals, counts, mailer, links, pageQuery, publicUrl, logger, now } = deps;

  const messageId = ({ websiteId, frequency, range, recipient }: Delivery): string => {
    const identity = [websiteId, frequency, range.from, recipient];
    return messageIdOf(`report-${websiteId}-${range.from}`, identity, publicUrl);
  };

  const compose = async (delivery: Delivery): Promise<MailMessage | undefined> => {
    const { websiteId, timezone, siteKey, domain, frequency, range, recipient, language } = delivery;
    const data = await loadDigest({ stats, goals, counts }, { id: websiteId, timezone }, range);
    if (data === undefined) return undefined;
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${links.create({ subjectId: websiteId, recipient })}`;
    const expiresAt = Math.floor(now() / 1000) + LINK_DAYS * 86_400;
    const name = `E-mail digest from ${range.from}`;
    const access = await pageQuery({ id: websiteId, siteKey }, name, expiresAt);
    const statsUrl = `${publicUrl}/s/${siteKey}?from=${range.from}&to=${range.to}&${access}`;
    const mail = renderDigestMail({ language, domain, frequency, data, statsUrl, unsubscribeUrl });
    return { ...mail, to: recipient, unsubscribeUrl, messageId: messageId(delivery) };
  };

  const sendDue = createMailOutbox<Delivery>({
    name: 'an e-mail digest',
    mails: store,
    mailer,
    compose,
    factsOf: ({ websiteId, range }) => ({ website_id: websiteId, first_day: range.from }),
    logger,
    now,
  });

  /**
   * The period that ended before its digest was due, while the website got another schedule: where
   * 8:00 has passed already in the new time zone or week, that schedule begins with the period after.
   * A week that begins on another day is owed if most of it wasn't told.
   */
  const owed = (before: Schedule, calendar: Calendar): OwedPeriod | undefined => {
    const { frequency } = before;
    const unsent = digestPeriod(frequency, before, before.nextDue.getTime());
    const { range, due } = endedPeriod(frequency, calendar, now());
    return addDays(range.from, HALF_A_WEEK) >= unsent.from
      ? { range, due: new Date(Math.max(due, now())) }
      : undefined;
  };

  const plan = async (): Promise<void> => {
    await store.syncSchedule(
      ({ frequency, ...calendar }) => new Date(nextDue(frequency, calendar, now())),
      owed,
    );
    for (;;) {
      const claimed = await store.planDue(new Date(now()), BATCH, ({ frequency, ...calendar }) => ({
        range: digestPeriod(frequency, calendar, now()),
        nextDue: new Date(nextDue(frequency, calendar, now())),
      }));
      for (const { id, recipients } of claimed)
        if (recipients.length === 0)
          logger.warn({ website_id: id }, 'e-mail digest skipped: the website has no recipients');
      if (claimed.length < BATCH) return;
    }
  };

  return {
    async run(signal) {
      await plan();
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendDue(signal)));
    },
  };
};

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
