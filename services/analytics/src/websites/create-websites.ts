import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';

import { normaliseDomain, createDefaultRecipients } from './domain-name.ts';
import type { DefaultRecipients } from './domain-name.ts';
import { createWebsiteDefaultsRouter, createWebsiteDefaultsService } from './website-defaults-router.ts';
import { createWebsiteDefaultsStore } from './website-defaults-store.ts';
import type { Website } from './website.ts';
import { createWebsitesRouter } from './websites-router.ts';
import { createWebsitesService } from './websites-service.ts';
import type { WebsitesService } from './websites-service.ts';
import { createWebsitesStore } from './websites-store.ts';

export interface WebsitesDeps {
  database: Database;
  publicUrl: string;
  trackerPath: string;
  /** Gets the mail of organisations without recipients. */
  ownerEmail: string | undefined;
}

export interface Websites {
  readonly websites: WebsitesService;
  readonly findBySiteKey: (siteKey: string) => Promise<Website | undefined>;
  /** By a domain as its owner writes it. */
  readonly findByDomain: (organisation: string, domain: string) => Promise<Website | undefined>;
  /** All of an organisation whose domain contains the text. */
  readonly allOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  /** Of a website of any organisation; undefined once it is gone. */
  readonly timezoneOf: (id: number) => Promise<string | undefined>;
  readonly defaultRecipients: DefaultRecipients;
  readonly routers: readonly ApiRouter[];
}

/** Puts together what manages websites. */
export const createWebsites = ({ database, publicUrl, trackerPath, ownerEmail }: WebsitesDeps): Websites => {
  const store = createWebsitesStore(database);
  const websites = createWebsitesService({ store });
  const defaultsStore = createWebsiteDefaultsStore(database);
  const defaultRecipients = createDefaultRecipients(defaultsStore, ownerEmail);
  return {
    websites,
    findBySiteKey: (siteKey) => store.findBySiteKey(siteKey),
    findByDomain: async (organisation, text) => {
      const domain = normaliseDomain(text);
      return domain === null ? undefined : store.findByDomain(organisation, domain);
    },
    timezoneOf: (id) => store.timezoneOf(id),
    allOf: (organisation, search) => store.all(organisation, search),
    defaultRecipients,
    routers: [
      createWebsiteDefaultsRouter(
        createWebsiteDefaultsService({ store: defaultsStore, recipients: defaultRecipients }),
      ),
      createWebsitesRouter({ websites, publicUrl, trackerPath, defaultRecipients }),
    ],
  };
};
