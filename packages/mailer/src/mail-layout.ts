import { html, raw } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

/**
 * Style rules for mail programs that apply them. Everything essential is repeated inline. Mail
 * programs show neither SVG nor flexbox, so everything is a table.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14151a!important}.card{background:#1d1f26!important}
.text,.text a{color:#e9eaf0!important}.soft{color:#a4a9ba!important}.bar{background:#a5a1ff!important}.line{border-color:#31343f!important}}
@media (max-width:480px){.tile{display:inline-block!important;width:46%!important}.pad{padding:16px!important}}`;

export const MAIL_FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

export interface MailLayout {
  /** English unless given. */
  readonly language?: Language;
  readonly title: string;
  readonly heading: string;
  /** The line below the heading. */
  readonly kicker: string;
  readonly body: Html;
  /** The button, if there is something to do. */
  readonly action?: { readonly text: string; readonly url: string };
  /** Why somebody gets this message. */
  readonly reason: string;
  /** A message about somebody's own account has none. */
  readonly unsubscribeUrl?: string;
}

const TABLE = raw('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"');

const button = ({ text, url }: { readonly text: string; readonly url: string }): Html =>
  html`<p style="margin:28px 0 0;font-size:14px;${MAIL_FONT}">
    <a
      href="${url}"
      style="display:inline-block;padding:10px 16px;background:#4338ca;border-radius:8px;color:#ffffff;text-decoration:none"
      >${text}</a
    >
  </p>`;

/** Text of the link at the end of a message. */
export const UNSUBSCRIBE: Readonly<Record<Language, string>> = { en: 'Unsubscribe', de: 'Abbestellen' };

const unsubscribe = (url: string, language: Language): Html =>
  html`<span class="text"><a href="${url}" style="color:#5a5f70">${UNSUBSCRIBE[language]}</a></span>`;

/** A message as an HTML document: a card with a heading and a button, and how to unsubscribe. */
export const mailLayout = (mail: MailLayout): Html =>
  html`${raw('<!doctype html>')}
    <html lang="${mail.language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${mail.title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f7f7f9">
        <main>
          <table ${TABLE}>
            <tr>
              <td align="center" class="page" style="padding:24px 8px;background:#f7f7f9">
                <table ${TABLE} style="max-width:600px">
                  <tr>
                    <td class="card pad" style="padding:28px;background:#ffffff;border-radius:12px">
                      <h1 class="text" style="margin:0;font-size:20px;color:#1c1e26;${MAIL_FONT}">
                        ${mail.heading}
                      </h1>
                      <p class="soft" style="margin:4px 0 16px;font-size:14px;color:#5a5f70;${MAIL_FONT}">
                        ${mail.kicker}
                      </p>
                      ${mail.body}
                      ${mail.action ? button(mail.action) : ''}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="soft"
                      align="center"
                      style="padding:16px;font-size:12px;color:#5a5f70;${MAIL_FONT}"
                    >
                      ${mail.reason}
                      ${mail.unsubscribeUrl === undefined ? '' : unsubscribe(mail.unsubscribeUrl, mail.language ?? 'en')}
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </main>
      </body>
    </html>`;
