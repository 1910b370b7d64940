import { createProtectedPageRouter, pageLanguage } from '@platform/page-access';
import type { Page, PageAccess } from '@platform/page-access';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import type { RequestHandler } from 'express';

import type { BuiltPages, ReportPages } from '@platform/pages';
import { searchOf, toPage } from '../report-page/to-page.ts';
import { protectedSitePage } from './site-json.ts';
import type { SitePageService } from './site-page-service.ts';
import type { SitesService } from './sites-service.ts';

export interface SitePageRouterDeps {
  sites: Pick<SitesService, 'findByPageKey'>;
  pages: Pick<SitePageService, 'render'>;
  built: () => Promise<BuiltPages<ReportPages>>;
  access: Pick<PageAccess, 'decide' | 'unlock'>;
  identity: IdentityVerifier;
  logger: Logger;
}

/** Seconds after which the page of a site that is being crawled loads itself again. */
const REFRESH_SECONDS = 5;

/** The public pages of sites (`/r/sites/{key}`), under each site's privacy. */
export const createSitePageRouter = (deps: SitePageRouterDeps): RequestHandler => {
  const { sites, pages, built, access, identity, logger } = deps;

  return createProtectedPageRouter(
    { access, identity, logger },
    {
      path: '/r/sites/:key',
      keyPattern: /^[0-9a-f]{32}$/,
      find: (key) => sites.findByPageKey(key),
      pageOf: ({ site }) => protectedSitePage(site),
      organisationOf: ({ site }) => site.organisation,
      ownerScope: 'reports:read',
      show: async (tracked, request) => {
        const language = pageLanguage(request);
        const isOpen = ['pending', 'running'].includes(tracked.site.newest.status);
        const headers: Page['headers'] = isOpen ? { Refresh: String(REFRESH_SECONDS) } : {};
        return toPage(await pages.render(tracked, language, searchOf(request)), language, headers);
      },
      askPassword: async (_subject, action, message, language) =>
        toPage((await built()).pages.password({ of: 'site', action, message, language }), language),
      tell: async (fault, language, advice) =>
        toPage((await built()).pages.fault({ of: 'site', fault, advice, language }), language),
    },
  );
};
