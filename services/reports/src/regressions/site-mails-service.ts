import { toAppError } from '@platform/http';
import { MAIL_FONT, mailLayout, UNSUBSCRIBE, createMailOutbox, messageIdOf } from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';
import { html, PRIVACY } from '@platform/page-access';
import type { Language, PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import { count } from '../page/quantities.ts';
import type { Change, Site } from '../sites/site.ts';
import type { ComparedCrawls, SitesService } from '../sites/sites-service.ts';
import { protectedSitePage, sentenceOf, siteUrl } from '../sites/site-json.ts';
import type { SiteMail, SiteMailsStore } from './site-mails-store.ts';

/** Changes that a mail reports, the gravest first. */
const TOLD = ['failing', 'new_broken', 'fell', 'vanished'] as const satisfies readonly Change[];
type Told = (typeof TOLD)[number];

const TEXTS = {
  en: {
    subject: (host: string, before: number | null, after: number | null) =>
      before !== null && after !== null && before !== after
        ? `${host}: ${before} → ${after} of 100`
        : `${host} got worse`,
    heading: (host: string) => `${host} got worse`,
    failed: (host: string) => `${host} could not be crawled`,
    kicker: (before: number | null, after: number | null) =>
      `${before ?? '–'} of 100 in the last crawl, ${after ?? '–'} now`,
    told: {
      failing: (total: number) => `${count(total, 'page')} that answered before and now with an error:`,
      new_broken: (total: number) =>
        `${count(total, 'link or file', 'links or files')} that now lead nowhere:`,
      fell: (total: number) => `${count(total, 'page')} with a lower score:`,
      vanished: (total: number) => `${count(total, 'page')} that nothing leads to any more:`,
    } satisfies Record<Told, (total: number) => string>,
    more: (more: number) => `and ${more} more`,
    open: 'Open the site’s page',
    page: 'The site’s page',
    reason: (url: string) =>
      `You get this message because your address was entered for the scheduled crawl of ${url}.`,
  },
  de: {
    subject: (host: string, before: number | null, after: number | null) =>
      before !== null && after !== null && before !== after
        ? `${host}: ${before} → ${after} von 100`
        : `${host} hat sich verschlechtert`,
    heading: (host: string) => `${host} hat sich verschlechtert`,
    failed: (host: string) => `${host} konnte nicht durchsucht werden`,
    kicker: (before: number | null, after: number | null) =>
      `im letzten Durchgang ${before ?? '–'} von 100, jetzt ${after ?? '–'}`,
    told: {
      failing: (total: number) =>
        total === 1
          ? '1 Seite, die jetzt mit einem Fehler antwortet:'
          : `${total} Seiten, die jetzt mit einem Fehler antworten:`,
      new_broken: (total: number) =>
        total === 1
          ? '1 Link oder eine Datei, die jetzt ins Leere führt:'
          : `${total} Links oder Dateien, die jetzt ins Leere führen:`,
      fell: (total: number) =>
        total === 1 ? '1 Seite mit schlechterer Bewertung:' : `${total} Seiten mit schlechterer Bewertung:`,
      vanished: (total: number) =>
        total === 1 ? '1 Seite, zu der nichts mehr führt:' : `${total} Seiten, zu denen nichts mehr führt:`,
    } satisfies Record<Told, (total: number) => string>,
    more: (more: number) => `und ${more} weitere`,
    open: 'Seite der Website öffnen',
    page: 'Die Seite der Website',
    reason: (url: string) =>
      `Sie bekommen diese Nachricht, weil Ihre Adresse für das regelmäßige Durchsuchen von ${url} eingetragen wurde.`,
  },
} as const;

interface SiteMailOptions {
  readonly language: Language;
  readonly url: string;
  /** Differences from the crawl before; the reason, if the crawl failed. */
  readonly outcome: ComparedCrawls | { readonly failure: string };
  readonly siteUrl: string;
  readonly unsubscribeUrl: string;
}

const MOST = 5;

/** Writes the e-mail about a site that got worse, in HTML and plain text. */
const renderSiteMail = ({ language, url, outcome, siteUrl, unsubscribeUrl }: SiteMailOptions) => {
  const t = TEXTS[language];
  const { host } = new URL(url);
  const isFailure = 'failure' in outcome;
  const [before, after] = isFailure ? [null, null] : [outcome.from.score, outcome.to.score];
  const lists = isFailure
    ? []
    : TOLD.flatMap((change) => {
        const { total, items } = outcome.changes[change];
        if (total === 0) return [];
        const lines = items
          .slice(0, MOST)
          .map((item) =>
            change === 'vanished'
              ? item.url
              : `${item.url}: ${item.before === null ? '' : `${item.before} `}→ ${item.after ?? ''}`,
          );
        return [{ title: t.told[change](total), lines, more: total - lines.length }];
      });
  const subject = (isFailure ? t.failed(host) : t.subject(host, before, after)).slice(0, 200);
  const heading = isFailure ? t.failed(host) : t.heading(host);
  const kicker = isFailure ? outcome.failure : t.kicker(before, after);
  const body = html`${lists.map(
    ({ title, lines, more }) =>
      html`<p class="text" style="margin:16px 0 4px;font-size:15px;color:#1c1e26;${MAIL_FONT}">
          <strong>${title}</strong>
        </p>
        ${lines.map(
          (line) =>
            html`<p
              class="soft"
              style="margin:0 0 4px;font-size:14px;color:#5a5f70;word-break:break-word;${MAIL_FONT}"
            >
              ${line}
            </p>`,
        )}
        ${
          more > 0 &&
          html`<p class="soft" style="margin:0 0 4px;font-size:14px;color:#5a5f70;${MAIL_FONT}">${t.more(more)}</p>`
        }`,
  )}`;
  const reason = t.reason(url);
  const text = [
    `${heading}: ${kicker}`,
    ...lists.map(({ title, lines, more }) =>
      [title, ...lines.map((line) => `- ${line}`), ...(more > 0 ? [t.more(more)] : [])].join('\n'),
    ),
    `${t.page}: ${siteUrl}`,
    `${reason} ${UNSUBSCRIBE[language]}: ${unsubscribeUrl}`,
  ].join('\n\n');
  const layout = {
    language,
    title: subject,
    heading,
    kicker,
    body,
    action: { text: t.open, url: siteUrl },
    reason,
    unsubscribeUrl,
  };
  return { subject, text, html: mailLayout(layout).toString() };
};

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
