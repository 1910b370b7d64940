import { MAIL_FONT, mailLayout, UNSUBSCRIBE } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Language } from '@platform/page-access';

import { count } from '../page/quantities.ts';
import type { Change } from '../sites/site-history.ts';
import type { ComparedCrawls } from '../sites/sites-service.ts';

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

export interface SiteMailOptions {
  readonly language: Language;
  readonly url: string;
  /** Differences from the crawl before; the reason, if the crawl failed. */
  readonly outcome: ComparedCrawls | { readonly failure: string };
  readonly siteUrl: string;
  readonly unsubscribeUrl: string;
}

const MOST = 5;

/** Writes the e-mail about a site that got worse, in HTML and plain text. */
export const renderSiteMail = ({ language, url, outcome, siteUrl, unsubscribeUrl }: SiteMailOptions) => {
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
