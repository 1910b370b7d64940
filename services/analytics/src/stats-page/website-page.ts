import type { PageLinks, ProtectedPage } from '@platform/page-access';

import type { Website } from '../websites/website.ts';

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
