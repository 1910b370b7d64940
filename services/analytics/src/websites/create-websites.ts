import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { hashPassword } from '@platform/page-access';

import { normaliseDomain } from './domain-name.ts';
import type { Website } from './website.ts';
import { createWebsitesRouter } from './websites-router.ts';
import { createWebsitesService } from './websites-service.ts';
import type { WebsitesService } from './websites-service.ts';
import { createWebsitesStore } from './websites-store.ts';

export interface WebsitesDeps {
  database: Database;
  publicUrl: string;
  trackerPath: string;
  ownerEmail: string | undefined;
}

export interface Websites {
  readonly websites: WebsitesService;
  readonly findBySiteKey: (siteKey: string) => Promise<Website | undefined>;
  /** By a domain as its owner writes it. */
  readonly findByDomain: (organisation: string, domain: string) => Promise<Website | undefined>;
  /** All of an organisation whose domain contains the text. */
  readonly allOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  readonly router: ApiRouter;
}

/** Puts together what manages websites. */
export const createWebsites = ({ database, publicUrl, trackerPath, ownerEmail }: WebsitesDeps): Websites => {
  const store = createWebsitesStore(database);
  const websites = createWebsitesService({ store, hashPassword });
  return {
    websites,
    findBySiteKey: (siteKey) => store.findBySiteKey(siteKey),
    findByDomain: async (organisation, text) => {
      const domain = normaliseDomain(text);
      return domain === null ? undefined : store.findByDomain(organisation, domain);
    },
    allOf: (organisation, search) => store.all(organisation, search),
    router: createWebsitesRouter({ websites, publicUrl, trackerPath, ownerEmail }),
  };
};
