import { createProtectedPageRouter, languageOf } from '@platform/page-access';
import type { Html, Page, PageAccess } from '@platform/page-access';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import type { RequestHandler } from 'express';

import { PAGE_POLICY, pageShell } from '../report-page/page-shell.ts';
import { textsIn } from '../report-page/texts/texts.ts';
import { messageView, passwordView } from '../report-page/views/message-view.ts';
import { protectedSitePage } from './site-json.ts';
import type { SitePageService } from './site-page-service.ts';
import { SITE_PAGE_TEXTS } from './site-page-texts.ts';
import type { SitesService } from './sites-service.ts';

export interface SitePageRouterDeps {
  sites: Pick<SitesService, 'findByPageKey'>;
  pages: Pick<SitePageService, 'render'>;
  access: Pick<PageAccess, 'decide' | 'unlock'>;
  identity: IdentityVerifier;
  logger: Logger;
}

/** Seconds after which the page of a site that is being crawled loads itself again. */
const REFRESH_SECONDS = 5;

/** The public pages of sites (`/r/sites/{key}`), under each site's privacy. */
export const createSitePageRouter = (deps: SitePageRouterDeps): RequestHandler => {
  const { sites, pages, access, identity, logger } = deps;
  const pageOf = (language: 'en' | 'de', markup: Html, headers: Page['headers'] = {}): Page => ({
    markup,
    headers: {
      'Content-Security-Policy': PAGE_POLICY,
      'X-Robots-Tag': 'noindex, nofollow',
      'Content-Language': language,
      ...headers,
    },
  });

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
        const language = languageOf(request);
        const isOpen = ['pending', 'running'].includes(tracked.site.newest.status);
        const headers: Page['headers'] = isOpen ? { Refresh: String(REFRESH_SECONDS) } : {};
        return pageOf(language, await pages.render(tracked, language), headers);
      },
      askPassword: (_subject, action, message, language) => {
        const { kicker, password } = SITE_PAGE_TEXTS[language];
        const body = passwordView(action, message ?? null, { ...textsIn(language), password });
        return pageOf(language, pageShell({ language, title: password.title, kicker, body }));
      },
      tell: (fault, language) => {
        const { kicker, missing, unable } = SITE_PAGE_TEXTS[language];
        const [heading, text] = fault === 'missing' ? missing : unable;
        const body = messageView(heading, text);
        return pageOf(language, pageShell({ language, title: heading, kicker, body }));
      },
    },
  );
};
