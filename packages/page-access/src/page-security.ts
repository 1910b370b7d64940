import type { Database } from '@platform/database';

import { createPageAccess, createPageLinks } from './page-access.ts';
import type { PageAccess, PageLinks } from './page-access.ts';
import { createLinkSigner } from './link-signer.ts';
import type { LinkSigner } from './link-signer.ts';
import { createPageLinksStore } from './page-links-store.ts';
import { createStoredAttemptLimiter } from './stored-attempt-limiter.ts';

export interface PageSecurityDeps {
  readonly database: Database;
  /** Signs cookies and links; at least 32 bytes. */
  readonly secret: Buffer;
  /** Over https, cookies are `Secure`. */
  readonly publicUrl: string;
}

export interface PageSecurity {
  readonly signer: LinkSigner;
  /** Links that can be listed and revoked. */
  readonly links: PageLinks;
  /** Decides who may open a page. */
  readonly access: PageAccess;
}

/** Puts together what a service with protected pages needs, with its state in the database. */
export const createPageSecurity = ({ database, secret, publicUrl }: PageSecurityDeps): PageSecurity => {
  const signer = createLinkSigner(secret);
  const links = createPageLinks(createPageLinksStore(database), signer);
  const access = createPageAccess({
    signer,
    links,
    attempts: createStoredAttemptLimiter(database),
    secureCookies: publicUrl.startsWith('https:'),
  });
  return { signer, links, access };
};
