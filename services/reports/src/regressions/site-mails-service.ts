import { createMailOutbox, messageIdOf } from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';
import { toAppError } from '@platform/http';
import { PRIVACY } from '@platform/page-access';
import type { PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import { protectedSitePage, sentenceOf, siteUrl } from '../sites/site-json.ts';
import type { Site } from '../sites/site.ts';
import type { SitesService } from '../sites/sites-service.ts';
import { renderSiteMail } from './site-mail.ts';
import type { SiteMailOptions } from './site-mail.ts';
import type { SiteMail, SiteMailsStore } from './site-mails-store.ts';

export interface SiteMailsServiceDeps {
  readonly store: SiteMailsStore;
  readonly sites: Pick<SitesService, 'findByPageKey' | 'changes' | 'crawl'>;
  readonly mailer: Mailer;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'create'>;
  readonly pageLinks: Pick<PageLinks, 'create'>;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const BATCH = 100;
const LINK_SECONDS = 30 * 86_400;

/**
 * Tells the recipients of a site’s schedule when a crawl found it worse. Crawls are done by workers, which
 * must not reach a mail server; the service sends the mails.
 * @returns plans and sends what is due; may run often and in several processes at once
 */
export const createSiteMails = (deps: SiteMailsServiceDeps): ((signal?: AbortSignal) => Promise<void>) => {
  const { store, sites, mailer, unsubscribing, pageLinks, publicUrl, logger, now } = deps;

  /** The site’s page; for a private one, with a link that its owner can see and revoke. */
  const addressOf = async (site: Site): Promise<string> => {
    const address = siteUrl(publicUrl, site);
    if (site.privacy === PRIVACY.open) return address;
    const expiresAt = Math.floor(now() / 1000) + LINK_SECONDS;
    const link = await pageLinks.create(protectedSitePage(site), 'E-mail that it got worse', expiresAt);
    return `${address}?${link.query}`;
  };

  /** Undefined where the crawl, or the one before, is gone. */
  const outcomeOf = async (mail: SiteMail): Promise<SiteMailOptions['outcome'] | undefined> => {
    const { organisation, siteId, crawlId, language } = mail;
    try {
      const crawl = await sites.crawl(organisation, siteId, crawlId);
      if (crawl.status === 'failed') return { failure: sentenceOf(crawl.error, language) ?? '' };
      return await sites.changes(organisation, siteId, { to: crawlId });
    } catch (error) {
      if (!['conflict', 'not_found'].includes(toAppError(error).kind)) throw error;
      return undefined;
    }
  };

  const compose = async (mail: SiteMail): Promise<MailMessage | undefined> => {
    const { crawlId, siteId, recipient, language } = mail;
    const found = await sites.findByPageKey(mail.pageKey);
    const outcome = await outcomeOf(mail);
    if (found === undefined || outcome === undefined) return undefined;
    const unsubscribeUrl = `${publicUrl}/r/sites/unsubscribe/${unsubscribing.create({ subjectId: siteId, recipient })}`;
    const message = renderSiteMail({
      language,
      url: found.site.url,
      outcome,
      siteUrl: await addressOf(found.site),
      unsubscribeUrl,
    });
    const messageId = messageIdOf(`crawl-${crawlId}`, [crawlId, recipient], publicUrl);
    return { ...message, to: recipient, unsubscribeUrl, messageId };
  };

  const sendDue = createMailOutbox<SiteMail>({
    name: 'an e-mail about a site',
    mails: store,
    mailer,
    compose,
    factsOf: ({ siteId }) => ({ site: siteId }),
    logger,
    now,
  });

  return async (signal) => {
    while ((await store.plan(new Date(now()), BATCH)) === BATCH);
    await sendDue(signal);
  };
};
