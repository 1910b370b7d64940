import type { ProtectedPage } from '@platform/pages';

import type { Website } from '../websites/website.ts';

/** Path of a website's statistics page. */
export const statsPath = (website: Pick<Website, 'siteKey'>): string => `/s/${website.siteKey}`;

/** A website's statistics page, as the rules of access know it. */
export const protectedPage = (website: Website): ProtectedPage => ({
  kind: 'website',
  id: website.id,
  privacy: website.privacy,
  passwordHash: website.passwordHash,
  path: statsPath(website),
});
