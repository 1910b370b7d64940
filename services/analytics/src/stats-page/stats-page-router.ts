import { createPageFilesRouter } from '@platform/pages';
import type { BuiltPages, StatisticsPages, StatisticsSite } from '@platform/pages';
import { isAppError, notFound } from '@platform/errors';
import { managementDialect, sendError, toAppError, createRouter } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import {
  createProtectedPageRouter,
  pageLanguage,
  PRIVACY,
  sendPage,
  pageLinksEndpoints,
} from '@platform/page-access';
import type { OpenedPage, Page, ProtectedPageDeps, PageLinks } from '@platform/page-access';
import { json, urlencoded } from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';

import { utcDay } from '../calendar/local-day.ts';
import type { GeoSource } from '../geo/geo-lookup.ts';
import type { Goal } from '../goals/goal.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { Website } from '../websites/website.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { isPageQuestion } from './page-questions.ts';
import type { PageQuestion, PageQuestions } from './page-questions.ts';
import type { PageRecipients, RecipientsForm } from './recipients.ts';
import { toPage, protectedPage, statsPath, LONGEST_LINK } from './website-page.ts';
import { serveWorld, world } from './world-map.ts';

export interface StatsLinksRouterDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly links: PageLinks;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** `/api/v1/websites/{id}/links`: links that open the statistics page without key or password. */
export const createStatsLinksRouter = ({
  websites,
  links,
  publicUrl,
  now,
}: StatsLinksRouterDeps): ApiRouter =>
  createRouter(
    managementDialect,
    'Statistics',
    pageLinksEndpoints({
      links,
      subject: 'website',
      readScope: 'stats:read',
      writeScope: 'websites:write',
      longest: LONGEST_LINK,
      find: async (organisation, id) => {
        const website = await websites.show(organisation, id);
        return { page: protectedPage(website), url: `${publicUrl}${statsPath(website)}` };
      },
      now,
    }),
  );

export interface StatsPageRouterDeps extends ProtectedPageDeps {
  readonly findWebsite: (siteKey: string) => Promise<Website | undefined>;
  readonly built: () => Promise<BuiltPages<StatisticsPages>>;
  readonly questions: PageQuestions;
  readonly goalsOf: (websiteId: number) => Promise<readonly Pick<Goal, 'id' | 'name'>[]>;
  readonly store: Pick<StatsStore, 'firstTraffic' | 'liveVisitors' | 'importedDays'>;
  readonly recipients: PageRecipients;
  /** Where countries come from. */
  readonly placesOf: () => GeoSource | undefined;
  /** The line that a website's owner pastes into its pages. */
  readonly trackingCode: (website: Website) => string;
}

/** Room for fifty addresses of maximum length. */
const LARGEST_FORM = '20kb';
/** Largest question of a page, as its body. */
export const LARGEST_QUESTION = '100kb';

/** The query of a request's address, with `?` in front, or empty. */
export const searchOf = (request: Request): string => new URL(request.originalUrl, 'http://page').search;

/** The request as the page itself would ask for its data. */
export const asProgram = (request: Request): Request =>
  Object.create(request, { accepts: { value: () => 'json' } }) as Request;

/** True for the error of a question that can't be asked like this. */
export const isRefused = (error: unknown): boolean => isAppError(error) && error.kind === 'invalid';

/** Where a page says its countries come from. */
export const placesOn = ({ placesOf }: Pick<StatsPageRouterDeps, 'placesOf'>): StatisticsSite['places'] => {
  const places = placesOf();
  return places && { name: places.name, day: utcDay(places.builtAt) };
};

/** The data of the pages, for browsers that show more of them. */
const serveQuestions = (
  router: Router,
  open: (request: Request) => Promise<OpenedPage<Website>>,
  { questions, store }: Pick<StatsPageRouterDeps, 'questions' | 'store'>,
): void => {
  const opened = async (request: Request): Promise<Website> => {
    const { subject, decision } = await open(request);
    if (decision !== 'granted') throw notFound('page');
    return subject;
  };
  const answer = async (request: Request, response: Response, question: PageQuestion): Promise<void> => {
    try {
      const website = await opened(request);
      response.setHeader('Cache-Control', 'private, no-store');
      const { query } = request;
      const body = request.body as unknown;
      const data = await questions.answer({ website, question, query, body, request, response });
      if (data !== undefined) response.type('application/json').send(`{"data":${data}}`);
    } catch (error) {
      sendError(toAppError(error), managementDialect, response);
    }
  };
  router.get('/s/:key/live', async (request, response) => {
    const website = await opened(request);
    const visitors = await store.liveVisitors({ id: website.id, timezone: website.timezone }, Date.now());
    const hasTraffic =
      (await store.firstTraffic({ id: website.id, timezone: website.timezone })) !== undefined;
    response.setHeader('Cache-Control', 'private, no-store');
    response.json({ visitors, has_traffic: hasTraffic });
  });
  router.get('/s/:key/imported', async (request: Request, response) => {
    const { id, timezone } = await opened(request);
    response.setHeader('Cache-Control', 'private, no-store');
    response.json({ data: await store.importedDays({ id, timezone }) });
  });
  router.post('/s/:key/query', json({ limit: LARGEST_QUESTION }), (request: Request, response) =>
    answer(request, response, 'query'),
  );
  router.get('/s/:key/:question', async (request, response, next) => {
    const { question } = request.params;
    if (question === 'query' || !isPageQuestion(question)) next();
    else await answer(request, response, question);
  });
};

/** The public pages of the statistics. */
export const createStatsPageRouter = (deps: StatsPageRouterDeps): RequestHandler => {
  const { findWebsite, built, questions, goalsOf, trackingCode, recipients } = deps;

  const ask = async (
    website: Website,
    request: Request,
    question: string,
    input: object,
  ): Promise<unknown> => {
    if (question === 'world') return world();
    if (question === 'goal-names') return (await goalsOf(website.id)).map(({ id, name }) => ({ id, name }));
    if (question === 'imported')
      return deps.store.importedDays({ id: website.id, timezone: website.timezone });
    if (!isPageQuestion(question)) throw new Error(`A page asks for ${question}.`);
    const text = await questions.answer({
      website,
      question,
      query: question === 'query' ? {} : input,
      body: question === 'query' ? input : undefined,
      request: asProgram(request),
      response: request.res as Response,
    });
    return JSON.parse(text ?? 'null') as unknown;
  };

  const show = async (
    website: Website,
    request: Request,
    form: RecipientsForm = { typed: '', fault: undefined },
  ): Promise<Page> => {
    const language = pageLanguage(request);
    const search = searchOf(request);
    const isIndexed = website.privacy === PRIVACY.open;
    const { pages } = await built();
    const document = await pages.statistics({
      site: {
        domain: website.domain,
        path: statsPath(website),
        trackingCode: trackingCode(website),
        places: placesOn(deps),
      },
      language,
      search,
      isIndexed,
      recipients: (await recipients.lacking(website, request))
        ? { action: `${statsPath(website)}/recipients${search}`, ...form }
        : undefined,
      ask: (question, input) => ask(website, request, question, input),
      isRefusal: isRefused,
    });
    return toPage({ document, language, website, isIndexed });
  };

  /**
   * The requested page, also after the password was typed; without the signature that was of no use.
   */
  const addressOf = async (request: Request, website: Website): Promise<string> =>
    statsPath(website) + (await built()).pages.address(searchOf(request));

  return createProtectedPageRouter<Website>(deps, {
    path: '/s/:key',
    keyPattern: /^[\w-]{1,64}$/,
    find: findWebsite,
    pageOf: protectedPage,
    organisationOf: ({ organisation }) => organisation,
    ownerScope: 'stats:read',
    addressOf,
    show: (website, request) => show(website, request),
    askPassword: async (website, action, message, language) =>
      toPage({
        document: (await built()).pages.password({ domain: website.domain, action, message, language }),
        language,
        website,
      }),
    tell: async (fault, language, advice) =>
      toPage({ document: (await built()).pages.fault({ fault, advice, language }), language }),
    routes: (router, open) => {
      serveWorld(router);
      router.use(createPageFilesRouter('/s/assets', built));
      const form = urlencoded({ extended: false, limit: LARGEST_FORM });
      router.post('/s/:key/recipients', form, async (request: Request, response: Response) => {
        const { subject: website } = await open(request);
        const outcome = await recipients.save(website, request);
        if (outcome === 'stranger') throw notFound('page');
        if (outcome === 'saved') response.redirect(303, await addressOf(request, website));
        else await sendPage(request, response, 422, await show(website, request, outcome));
      });
      // Where a refused form leaves its page, whose links are relative.
      router.get('/s/:key/recipients', (request: Request<{ key: string }>, response) => {
        response.redirect(303, `/s/${encodeURIComponent(request.params.key)}${searchOf(request)}`);
      });
      serveQuestions(router, open, deps);
    },
  });
};
