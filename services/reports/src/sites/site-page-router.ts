import { conflict, unavailable } from '@platform/errors';
import type { Language } from '@platform/errors';
import { toAppError } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createProtectedPageRouter, pageLanguage } from '@platform/page-access';
import type { Page, PageAccess } from '@platform/page-access';
import type { BuiltPages, ReportPages } from '@platform/pages';
import type { SiteContent } from '@platform/pages/reports-contract';
import type { Logger } from '@platform/runtime';
import type { RequestHandler } from 'express';

import { searchOf, toPage } from '../report-page/page-content.ts';
import { protectedSitePage, presentChanges, presentCrawl, presentSite, problemIn } from './site-json.ts';
import type { SitesService, ComparedCrawls } from './sites-service.ts';
import type { PrintPage } from '../browser/browser-host.ts';
import type { Site, TrackedSite } from './site.ts';

interface SitePageServiceDeps {
  readonly sites: Pick<SitesService, 'show' | 'crawls' | 'changes' | 'problems' | 'pages'>;
  /** Prints a document as PDF; null when there is no browser. */
  readonly print: PrintPage;
  readonly built: () => Promise<BuiltPages<ReportPages>>;
}

export interface SitePageService {
  /** The site’s page as an HTML document, with the query of its address; without one, to print. */
  render(tracked: TrackedSite, language: Language, search?: string): Promise<string>;
  /**
   * The page as a PDF.
   * @throws AppError `not_found`; `conflict` before the first complete crawl; `unavailable` without a
   *   browser
   */
  pdf(organisation: string, id: number, language: Language): Promise<Buffer>;
}

/** Crawls that the chart shows. */
const CRAWLS = 100;
/** Of the worst pages. */
const PAGES = 10;

/** Puts together the page of a site, for the web and for printing. */
export const createSitePageService = ({ sites, print, built }: SitePageServiceDeps): SitePageService => {
  /** Changes since the crawl before; undefined for the first one. */
  const changesOf = async ({ organisation, id }: Site): Promise<ComparedCrawls | undefined> => {
    try {
      return await sites.changes(organisation, id, {});
    } catch (error) {
      if (toAppError(error).kind !== 'conflict') throw error;
      return undefined;
    }
  };
  const render = async (tracked: TrackedSite, language: Language, search?: string): Promise<string> => {
    const { site } = tracked;
    const { organisation, id } = site;
    const [{ crawls }, compared, problems, { pages }] = await Promise.all([
      sites.crawls(organisation, id, { page: 1, per_page: CRAWLS }),
      changesOf(site),
      sites.problems(organisation, id),
      sites.pages(organisation, id, { page: 1, per_page: PAGES, sort_by: 'score' }),
    ]);
    const shown = crawls.map((crawl) => presentCrawl(id, crawl, language));
    const content: SiteContent = {
      // Its address and who gets its mails are nobody's business here.
      site: presentSite(tracked, { publicUrl: '', ownerEmail: undefined, language }),
      crawls: shown,
      crawl: shown.find((crawl) => crawl.id === site.shown.id),
      changes: compared === undefined ? null : presentChanges(id, compared, language),
      problems: problems.map((problem) => problemIn(language, problem)),
      pages,
    };
    const { pages: documents } = await built();
    return documents.site({ content, language, search: search ?? '', isPrinted: search === undefined });
  };
  return {
    render,
    async pdf(organisation, id, language) {
      const tracked = await sites.show(organisation, id);
      if (tracked.site.shown.status !== 'completed') throw conflict('This site has no complete crawl yet.');
      const content = await print(await render(tracked, language));
      if (content === null) throw unavailable('There is no browser to print the PDF.');
      return content;
    },
  };
};

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
