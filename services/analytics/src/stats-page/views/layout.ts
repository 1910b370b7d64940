import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

export interface LayoutOptions {
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
export const layout = ({ title, isIndexed, styleUrl, scriptUrl, refresh, body }: LayoutOptions): Html =>
  html`${raw('<!doctype html>')}
    <html lang="en">
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
