import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { html, raw } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

// Read once at boot and inlined, so that a saved or printed page is self-contained.
const css = readFileSync(new URL('./assets/report-page.css', import.meta.url), 'utf8').trim();
const style = raw(`<style>${css}</style>`);
const cssHash = createHash('sha256').update(css).digest('base64');

/**
 * The pages’ Content-Security-Policy: one stylesheet by its hash, images of this service (and the
 * empty icon, which saves a request for one), forms to the page itself, nothing else.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${cssHash}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TEXTS = {
  en: { kicker: 'Page report', checks: 'What is checked, and why' },
  de: { kicker: 'Seitenbericht', checks: 'Was geprüft wird, und warum' },
} as const;

export interface Shell {
  /** English unless given. */
  language?: Language;
  title: string;
  body: Html;
}

/**
 * A whole document around a body. Never indexed, as a report shows strangers where a site is weak.
 */
export const pageShell = ({ language = 'en', title, body }: Shell): Html => {
  const t = TEXTS[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <header class="masthead">${t.kicker}</header>
        <main>${body}</main>
        <footer class="foot">
          <a href="/r/checks">${t.checks}</a>
        </footer>
      </body>
    </html> `;
};
