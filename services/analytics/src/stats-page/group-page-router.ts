import { notFound } from '@platform/errors';
import { createRouter, managementDialect, sendError, toAppError } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { createProtectedPageRouter, pageLanguage, pageLinksEndpoints, PRIVACY } from '@platform/page-access';
import type { OpenedPage, Page, PageLinks, ProtectedPage, ProtectedPageDeps } from '@platform/page-access';
import { json } from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';

import type { Group } from '../groups/groups-store.ts';
import type { Website } from '../websites/website.ts';
import { isGroupQuestion } from './page-questions.ts';
import type { PageQuestions } from './page-questions.ts';
import { asProgram, isRefused, LARGEST_QUESTION, placesOn, searchOf } from './stats-page-router.ts';
import type { StatsPageRouterDeps } from './stats-page-router.ts';
import { toPage, LONGEST_LINK, statsPath } from './website-page.ts';
import { world } from './world-map.ts';

/** Table of the links to the pages of groups. */
export const GROUP_PAGE_LINKS = 'group_page_links';

/** A group with the organisation that it belongs to. */
type OwnedGroup = Group & { readonly organisation: string };

const groupPath = ({ id }: Pick<Group, 'id'>): string => `/s/groups/${id}`;

/** A group's page opens by a signed link only, so that ids may be counted through. */
const protectedPage = (group: Pick<Group, 'id'>): ProtectedPage => ({
  kind: 'group',
  id: group.id,
  privacy: PRIVACY.keyOnly,
  passwordHash: null,
  path: groupPath(group),
});

export interface GroupPageRouterDeps
  extends ProtectedPageDeps, Pick<StatsPageRouterDeps, 'built' | 'placesOf'> {
  readonly findGroup: (id: number) => Promise<OwnedGroup | undefined>;
  readonly websitesOf: (organisation: string) => Promise<readonly Website[]>;
  readonly questions: Pick<PageQuestions, 'answerOfGroup'>;
}

/** The data of the pages, for browsers that show more of them. */
const serveQuestions = (
  router: Router,
  open: (request: Request) => Promise<OpenedPage<OwnedGroup>>,
  questions: GroupPageRouterDeps['questions'],
): void => {
  const answer = async (request: Request, response: Response, question: string): Promise<void> => {
    try {
      const { subject: group } = await open(request);
      if (!isGroupQuestion(question)) throw notFound('path');
      response.setHeader('Cache-Control', 'private, no-store');
      const input = request.body as unknown;
      const data = await questions.answerOfGroup({ group, question, input, request, response });
      if (data !== undefined) response.type('application/json').send(`{"data":${data}}`);
    } catch (error) {
      sendError(toAppError(error), managementDialect, response);
    }
  };
  router.post('/s/groups/:key/query', json({ limit: LARGEST_QUESTION }), (request: Request, response) =>
    answer(request, response, 'query'),
  );
  router.get('/s/groups/:key/realtime', (request: Request, response) =>
    answer(request, response, 'realtime'),
  );
};

/** The pages that show groups of websites to whoever has a link. */
export const createGroupPageRouter = (deps: GroupPageRouterDeps): RequestHandler => {
  const { findGroup, websitesOf, built, questions } = deps;

  const show = async (group: OwnedGroup, request: Request): Promise<Page> => {
    const language = pageLanguage(request);
    const websites = (await websitesOf(group.organisation)).filter(({ id }) => group.websites.includes(id));
    const { pages } = await built();
    const document = await pages.statistics({
      site: {
        domain: group.name,
        path: groupPath(group),
        places: placesOn(deps),
        websites: websites.map((website) => ({
          domain: website.domain,
          path: website.privacy === PRIVACY.open ? statsPath(website) : undefined,
        })),
      },
      language,
      search: searchOf(request),
      isIndexed: false,
      recipients: undefined,
      async ask(question, input) {
        if (question === 'world') return world();
        if (!isGroupQuestion(question)) throw new Error(`A group’s page asks for ${question}.`);
        const asked = { group, question, input, request: asProgram(request) };
        const response = request.res as Response;
        return JSON.parse((await questions.answerOfGroup({ ...asked, response })) ?? 'null') as unknown;
      },
      isRefusal: isRefused,
    });
    return toPage({ document, language });
  };

  return createProtectedPageRouter<OwnedGroup>(deps, {
    path: '/s/groups/:key',
    keyPattern: /^[1-9]\d{0,8}$/,
    async find(key) {
      const group = await findGroup(Number(key));
      return group && group.websites.length > 0 ? group : undefined;
    },
    pageOf: protectedPage,
    organisationOf: ({ organisation }) => organisation,
    ownerScope: 'stats:read',
    show,
    askPassword: () => Promise.reject(notFound('page')),
    tell: async (fault, language, advice) =>
      toPage({ document: (await built()).pages.fault({ fault, advice, language }), language }),
    routes: (router, open) => {
      serveQuestions(router, open, questions);
    },
  });
};

interface GroupLinksRouterDeps {
  readonly links: PageLinks;
  /** @throws AppError `not_found` */
  readonly show: (organisation: string, id: number) => Promise<Group>;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** `/api/v1/groups/{id}/links`: links that open the statistics of a group without a key. */
export const createGroupLinksRouter = ({ links, show, publicUrl, now }: GroupLinksRouterDeps): ApiRouter =>
  createRouter(
    managementDialect,
    'Groups of websites',
    pageLinksEndpoints({
      links,
      subject: 'group',
      readScope: 'stats:read',
      writeScope: 'websites:write',
      longest: LONGEST_LINK,
      find: async (organisation, id) => {
        const group = await show(organisation, id);
        return { page: protectedPage(group), url: `${publicUrl}${groupPath(group)}` };
      },
      now,
    }),
  );
