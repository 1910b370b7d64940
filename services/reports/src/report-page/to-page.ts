import { raw } from '@platform/page-access';
import type { Language, Page } from '@platform/page-access';
import type { Request } from 'express';

/** Nothing inline, nothing from other hosts, in no frame; `data:` for the empty icon. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A document with the headers of this service's pages: none is indexed, as it shows where a site is weak. */
export const toPage = (document: string, language: Language, headers: Page['headers'] = {}): Page => ({
  markup: raw(document),
  headers: {
    'Content-Security-Policy': PAGE_POLICY,
    'Content-Language': language,
    'X-Robots-Tag': 'noindex, nofollow',
    ...headers,
  },
});

/** Query of the address of a page, which its links to other languages repeat. */
export const searchOf = (request: Pick<Request, 'originalUrl'>): string =>
  new URL(request.originalUrl, 'http://page').search;
