import { raw } from '@platform/page-access';
import type { PageLinks, ProtectedPage, Language, Page } from '@platform/page-access';

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
  /** True if search engines may list the page; they may not unless told so. */
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

/** Longest lifetime of a link to statistics, in seconds. */
export const LONGEST_LINK = 366 * 86_400;

/** Path of a website's statistics page. */
export const statsPath = (website: Pick<Website, 'siteKey'>): string => `/s/${website.siteKey}`;

/** A website's statistics page, as the rules of access know it. */
export const protectedPage = (
  website: Pick<Website, 'id' | 'siteKey' | 'privacy' | 'passwordHash'>,
): ProtectedPage => ({
  kind: 'website',
  id: website.id,
  privacy: website.privacy,
  passwordHash: website.passwordHash,
  path: statsPath(website),
});

/** Makes the query string of a link that opens a statistics page, `access=…`. */
export type PageQueryMaker = (
  website: Pick<Website, 'id' | 'siteKey'>,
  name: string,
  /** Seconds since 1970. */
  expiresAt: number,
) => Promise<string>;

/** Links for messages: each stands in the website's list of links, and can be ended there. */
export const createPageQuery =
  (links: Pick<PageLinks, 'create'>): PageQueryMaker =>
  async (website, name, expiresAt) => {
    const page = protectedPage({ ...website, privacy: 1, passwordHash: null });
    return (await links.create(page, name, expiresAt)).query;
  };
