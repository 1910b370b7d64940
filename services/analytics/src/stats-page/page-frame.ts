import type { Html, Page } from '@platform/page-access';

import type { Website } from '../websites/website.ts';
import type { PageAssets } from './page-assets.ts';
import { layout } from './views/layout.ts';

interface Shown {
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
    title: shown.title,
    body: shown.body,
    isIndexed: shown.isIndexed ?? false,
    refresh: shown.refresh,
    styleUrl: `/s/assets/${assets.style.name}`,
    scriptUrl: shown.hasScript === true ? `/s/assets/${assets.script.name}` : undefined,
  }),
  headers: {
    'Content-Security-Policy': policy(website),
    'X-Frame-Options': null,
    'X-Robots-Tag': shown.isIndexed === true ? null : 'noindex',
  },
});
