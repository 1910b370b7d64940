import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { html, raw } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

import { textsIn } from './texts/texts.ts';

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

export interface Shell {
  language: Language;
  title: string;
  /** What the page is, above it; a page report unless given. */
  kicker?: string;
  body: Html;
}

/**
 * A whole document around a body. Never indexed, as a report shows strangers where a site is weak.
 */
export const pageShell = ({ language, title, kicker, body }: Shell): Html => {
  const t = textsIn(language);
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
        <header class="masthead">${kicker ?? t.kicker}</header>
        <main>${body}</main>
        <footer class="foot">
          <a href="/r/checks">${t.checksLink}</a>
        </footer>
      </body>
    </html> `;
};
