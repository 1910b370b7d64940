import { raw } from '@platform/page-access';
import type { Language, Page } from '@platform/page-access';

import type { Website } from '../websites/website.ts';

/** Nothing inline, nothing from other hosts. Only origins named by the owner may embed the page. */
const policy = (website: Pick<Website, 'embedOrigins'> | undefined): string => {
  const origins = (website?.embedOrigins ?? '').split('\n').filter((origin) => origin !== '');
  return [
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src data:",
    "form-action 'self'; base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
  ].join('; ');
};

interface Sent {
  readonly document: string;
  readonly language: Language;
  readonly website?: Pick<Website, 'embedOrigins'>;
  /** Whether search engines may list the page; not unless they are told so. */
  readonly isIndexed?: boolean;
}

/** A document with the headers of this service's pages. */
export const toPage = ({ document, language, website, isIndexed = false }: Sent): Page => ({
  markup: raw(document),
  headers: {
    'Content-Language': language,
    'Content-Security-Policy': policy(website),
    'X-Frame-Options': null,
    'X-Robots-Tag': isIndexed ? null : 'noindex',
  },
});
