import { html, raw } from '@platform/page-access';
import type { Html, Language, Page } from '@platform/page-access';
import type { Website } from '../../websites/website.ts';
import type { PageAssets } from '../page-assets.ts';

export interface LayoutOptions {
  readonly language?: Language | undefined;
  readonly title: string;
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean;
  readonly styleUrl: string;
  readonly scriptUrl?: string | undefined;
  /** Seconds after which a browser without JavaScript loads the page again. */
  readonly refresh?: number | undefined;
  readonly body: Html;
}

/**
 * The frame of all pages of this service. Nothing is inline, so the content policy can forbid it.
 */
export const layout = ({
  language = 'en',
  title,
  isIndexed,
  styleUrl,
  scriptUrl,
  refresh,
  body,
}: LayoutOptions): Html =>
  html`${raw('<!doctype html>')}
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${isIndexed ? null : html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${styleUrl}" />
        ${scriptUrl === undefined ? null : html`<script defer src="${scriptUrl}"></script>`}
        ${refresh === undefined ? null : html`<noscript><meta http-equiv="refresh" content="${refresh}" /></noscript>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`;

interface Shown {
  /** English unless given. */
  readonly language?: Language;
  readonly title: string;
  readonly body: Html;
  readonly isIndexed?: boolean;
  readonly hasScript?: boolean;
  readonly refresh?: number;
}

/** Nothing inline, nothing from other hosts. Only origins named by the owner may embed the page. */
const policy = (website: Website | undefined): string => {
  const origins = (website?.embedOrigins ?? '').split('\n').filter((origin) => origin !== '');
  return [
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:",
    "form-action 'self'; base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
  ].join('; ');
};

export const toPage = (assets: PageAssets, website: Website | undefined, shown: Shown): Page => ({
  markup: layout({
    language: shown.language,
    title: shown.title,
    body: shown.body,
    isIndexed: shown.isIndexed ?? false,
    refresh: shown.refresh,
    styleUrl: `/s/assets/${assets.style.name}`,
    scriptUrl: shown.hasScript === true ? `/s/assets/${assets.script.name}` : undefined,
  }),
  headers: {
    'Content-Language': shown.language ?? 'en',
    'Content-Security-Policy': policy(website),
    'X-Frame-Options': null,
    'X-Robots-Tag': shown.isIndexed === true ? null : 'noindex',
  },
});
