import { notFound } from '@platform/errors';
import { createProtectedPageRouter, languageOf, PRIVACY, sendPage } from '@platform/page-access';
import type { Language, Page, ProtectedPageDeps } from '@platform/page-access';
import { urlencoded } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import type { GeoSource } from '../geo/geo-lookup.ts';
import type { Website } from '../websites/website.ts';
import { loadPageAssets } from './page-assets.ts';
import { toPage } from './views/layout.ts';
import { serveAssets } from './page-assets-router.ts';
import type { PageGoals, PageJourneys, PageVitals, PageRecipients, RecipientsForm } from './page-data.ts';
import { pageQueryString, parsePageQuery } from './page-query.ts';
import type { PageQuery } from './page-query.ts';
import type { StatsPageService } from './stats-page-service.ts';
import { emptyView, messageView, passwordView, recipientsView, textsIn } from './views/other-views.ts';
import { statsView } from './views/stats-view.ts';
import { createWorldMap } from './views/world-map.ts';
import { protectedPage, statsPath } from './website-page.ts';

export interface StatsPageRouterDeps extends ProtectedPageDeps {
  readonly findWebsite: (siteKey: string) => Promise<Website | undefined>;
  readonly pages: StatsPageService;
  readonly goals: PageGoals;
  readonly journeys: PageJourneys;
  readonly vitals: PageVitals;
  readonly recipients: PageRecipients;
  /** Where countries come from. */
  readonly placesOf: () => GeoSource | undefined;
  /** The line that a website's owner pastes into its pages. */
  readonly trackingCode: (website: Website) => string;
}

const REFRESH_SECONDS = 15;

/** Room for fifty addresses of maximum length. */
const LARGEST_FORM = '20kb';

const queryOf = (request: Request): PageQuery =>
  parsePageQuery(new URL(request.originalUrl, 'http://page').searchParams);

/**
 * The requested page, also after the password was typed; without the signature that was of no use.
 */
const addressOf = (request: Request, website: Website): string =>
  statsPath(website) + pageQueryString({ ...queryOf(request), access: undefined });

/** The public pages of the statistics. */
export const createStatsPageRouter = (deps: StatsPageRouterDeps): RequestHandler => {
  const {
    findWebsite,
    pages,
    goals,
    journeys: pageJourneys,
    vitals: pageVitals,
    trackingCode,
    recipients,
  } = deps;
  const assets = loadPageAssets();
  const map = createWorldMap();

  const show = async (
    website: Website,
    request: Request,
    form: RecipientsForm = { typed: '', fault: undefined },
  ): Promise<Page> => {
    const site = { id: website.id, timezone: website.timezone };
    const asked = queryOf(request);
    const signature =
      asked.access === undefined ? '' : `?${new URLSearchParams({ access: asked.access }).toString()}`;
    const liveUrl = `${statsPath(website)}/live${signature}`;
    const language = languageOf(request);
    const title = textsIn(language).title(website.domain);
    const data = await pages.load(site, asked);
    if (data === undefined) {
      const body = emptyView(website.domain, trackingCode(website), liveUrl, language);
      return toPage(assets, website, { language, title, body, hasScript: true, refresh: REFRESH_SECONDS });
    }
    const { query } = data;
    const goalsData = await goals.load(website, query, data.range);
    const journeys = await pageJourneys.load(website, query, data.range);
    const vitals = await pageVitals.load(website, query, data.range);
    const { domain } = website;
    const body = statsView({
      domain,
      recipients: (await recipients.lacking(website, request))
        ? recipientsView(`${statsPath(website)}/recipients${pageQueryString(query)}`, form, language)
        : null,
      data,
      goals: goalsData,
      journeys,
      vitals,
      map,
      places: deps.placesOf(),
      liveUrl,
    });
    const isIndexed = website.privacy === PRIVACY.open;
    return toPage(assets, website, { title, body, hasScript: true, isIndexed });
  };

  const tell = (fault: 'missing' | 'failed', language: Language, advice?: string): Page => {
    const t = textsIn(language);
    const isMissing = fault === 'missing';
    const title = isMissing ? t.missing : t.failed;
    const text = isMissing ? t.missingText : (advice ?? t.failedText);
    return toPage(assets, undefined, { language, title, body: messageView(title, text) });
  };

  return createProtectedPageRouter<Website>(deps, {
    path: '/s/:key',
    keyPattern: /^[\w-]{1,64}$/,
    find: findWebsite,
    pageOf: protectedPage,
    organisationOf: ({ organisation }) => organisation,
    ownerScope: 'stats:read',
    addressOf,
    show: (website, request) => show(website, request),
    askPassword: (website, action, message, language) =>
      toPage(assets, website, {
        language,
        title: textsIn(language).title(website.domain),
        body: passwordView(website.domain, action, message, language),
      }),
    tell,
    routes: (router, open) => {
      serveAssets(router, assets);
      const form = urlencoded({ extended: false, limit: LARGEST_FORM });
      router.post('/s/:key/recipients', form, async (request: Request, response: Response) => {
        const { subject: website } = await open(request);
        const outcome = await recipients.save(website, request);
        if (outcome === 'stranger') throw notFound('page');
        if (outcome === 'saved') response.redirect(303, addressOf(request, website));
        else await sendPage(request, response, 422, await show(website, request, outcome));
      });
      // Where a refused form leaves its page, whose links are relative.
      router.get('/s/:key/recipients', (request: Request<{ key: string }>, response) => {
        const { search } = new URL(request.originalUrl, 'http://localhost');
        response.redirect(303, `/s/${encodeURIComponent(request.params.key)}${search}`);
      });
      router.get('/s/:key/live', async (request, response) => {
        const { subject: website, decision } = await open(request);
        if (decision !== 'granted') throw notFound('page');
        const site = { id: website.id, timezone: website.timezone };
        const visitors = await pages.liveVisitors(site);
        const hasTraffic = await pages.hasTraffic(site);
        response.setHeader('Cache-Control', 'private, no-store');
        response.json({ visitors, has_traffic: hasTraffic });
      });
    },
  });
};
