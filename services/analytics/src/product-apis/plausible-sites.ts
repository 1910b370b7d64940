import { notFound } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect } from '@platform/http';
import type { Scope } from '@platform/identity';
import type { PageLinks, SignedPageLink } from '@platform/page-access';
import Joi from 'joi';

import type { Goal } from '../goals/goal.ts';
import { LONGEST_LINK, protectedPage, statsPath } from '../stats-page/website-page.ts';
import type { Website } from '../websites/website.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { GOAL_TYPES, goalFor, isKnown } from './plausible-plugin-goals.ts';
import type { GoalsDeps } from './plausible-plugin-goals.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductAnswer, ProductApi, ProductCall, ProductEndpoint } from './product-api.ts';

export interface PlausibleSitesDeps extends GoalsDeps {
  readonly websites: Pick<WebsitesService, 'create' | 'move' | 'remove'>;
  readonly websitesOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  /** Finds a website by a domain as its owner writes it. */
  readonly findByDomain: (organisation: string, text: string) => Promise<Website | undefined>;
  /** Names of the properties that a website's events have had. */
  readonly propertiesOf: (website: Website) => Promise<readonly string[]>;
  readonly sharedLinks: SharedLinks;
}

interface Paging {
  readonly limit: number;
  readonly after?: number;
  readonly before?: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);
const pagingFields = { limit: Joi.number().integer().min(1).max(1_000).default(100), after: id, before: id };
const siteId = Joi.string().trim().min(1).max(2_000).required();
const text = Joi.string().trim().min(1);

const paging = Joi.object<Paging>(pagingFields);
const ofSite = Joi.object<{ site_id: string }>({ site_id: siteId });
const newSite = Joi.object<{ domain: string; timezone?: string }>({
  domain: siteId,
  timezone: Joi.string().trim().max(64).empty(''),
});
const askedLink = Joi.object<{ site_id: string; name: string }>({
  site_id: siteId,
  name: text.max(100).required(),
});
const askedProperty = Joi.object<{ site_id: string; property: string }>({
  site_id: siteId,
  property: text.max(300).required(),
});

interface AskedSiteGoal {
  readonly site_id: string;
  readonly goal_type: 'event' | 'page';
  readonly event_name?: string;
  readonly page_path?: string;
  readonly display_name?: string;
}

const askedGoal = Joi.object<AskedSiteGoal>({
  site_id: siteId,
  goal_type: Joi.string().valid('event', 'page').required(),
  event_name: text
    .max(120)
    .when('goal_type', { is: 'event', then: Joi.required(), otherwise: Joi.any().strip() }),
  page_path: text
    .pattern(/^\//)
    .max(1_000)
    .when('goal_type', { is: 'page', then: Joi.required(), otherwise: Joi.any().strip() }),
  display_name: text.max(100).empty(''),
});

/** A page of a list in the order of ids, with the cursors of those beside it. */
const pageOf = <Item extends { readonly id: number }>(
  items: readonly Item[],
  query: ProductCall['query'],
) => {
  const { limit, after, before } = readFields(paging, query);
  const all = items.toSorted((a, b) => a.id - b.id);
  const rest = all.filter(
    (item) => (after === undefined || item.id > after) && (before === undefined || item.id < before),
  );
  const found = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  const [first, last] = [found[0], found.at(-1)];
  return {
    items: found,
    meta: {
      after: last !== undefined && last.id !== all.at(-1)?.id ? String(last.id) : null,
      before: first !== undefined && first.id !== all[0]?.id ? String(first.id) : null,
      limit,
    },
  };
};

const siteJson = ({ domain, timezone }: Website) => ({ domain, timezone });

const goalJson = ({ id: goalId, name, type, pattern }: Goal) => ({
  id: String(goalId),
  display_name: name,
  goal_type: type,
  event_name: type === 'event' ? pattern : null,
  page_path: type === 'page' ? pattern : null,
});

const errorOf = (error: AppError) => ({
  status: error.kind === 'invalid' ? 400 : managementDialect.statusOf(error.kind),
  body: { error: error.details[0]?.message ?? error.message },
});

const DELETED = answered({ deleted: true });

/**
 * Plausible's Sites API, by which websites are set up: those of the organisation whose key asks,
 * whichever of its websites the path names.
 */
export const createPlausibleSites = (deps: PlausibleSitesDeps): ProductApi => {
  const { websites, websitesOf, findByDomain, goals, goalsOf, propertiesOf, sharedLinks } = deps;

  const siteOf = async ({ caller }: ProductCall, domain: string): Promise<Website> => {
    const website = await findByDomain(caller.organisation, domain);
    if (!website) throw notFound('website');
    return website;
  };
  const endpoint = (
    method: ProductEndpoint['method'],
    path: string,
    scope: Scope,
    answer: (call: ProductCall) => Promise<ProductAnswer>,
  ): ProductEndpoint => ({ method, path: `/api/v1/sites${path}`, scope, answer });

  return {
    errorOf,
    endpoints: [
      endpoint('get', '', 'websites:read', async ({ caller, query }) => {
        const { items, meta } = pageOf(await websitesOf(caller.organisation, ''), query);
        return answered({ sites: items.map(siteJson), meta });
      }),
      endpoint('post', '', 'websites:write', async ({ caller, body }) => {
        const asked = readFields(newSite, body);
        return answered(siteJson(await websites.create(caller.organisation, asked, undefined)));
      }),
      // An organisation is one team, which needs no id.
      endpoint('get', '/teams', 'websites:read', ({ query }) =>
        Promise.resolve(answered({ teams: [], meta: pageOf([], query).meta })),
      ),
      endpoint('put', '/shared-links', 'websites:write', async (call) => {
        const { site_id: domain, name } = readFields(askedLink, call.body);
        const { url } = await sharedLinks.named(await siteOf(call, domain), name);
        return answered({ name, url });
      }),
      endpoint('get', '/goals', 'websites:read', async (call) => {
        const website = await siteOf(call, readFields(ofSite, call.query).site_id);
        const { items, meta } = pageOf((await goalsOf(website.id)).filter(isKnown), call.query);
        return answered({ goals: items.map(goalJson), meta });
      }),
      endpoint('put', '/goals', 'websites:write', async (call) => {
        const asked = readFields(askedGoal, call.body);
        const website = await siteOf(call, asked.site_id);
        const { event_name = '', page_path = '' } = asked;
        const goal =
          asked.goal_type === 'page'
            ? { goal_type: GOAL_TYPES.page, goal: { path: page_path } }
            : { goal_type: GOAL_TYPES.event, goal: { event_name } };
        const found = await goalFor({ goals, goalsOf }, website, goal, asked.display_name);
        return answered({ domain: website.domain, ...goalJson(found) });
      }),
      endpoint('delete', '/goals/:goal', 'websites:write', async (call) => {
        const website = await siteOf(
          call,
          readFields(ofSite, { ...call.query, ...Object(call.body) }).site_id,
        );
        const goal = (await goalsOf(website.id)).find((each) => String(each.id) === call.params['goal']);
        if (!goal) throw notFound('goal');
        await goals.remove(website.organisation, website.id, goal.id);
        return DELETED;
      }),
      endpoint('get', '/custom-props', 'stats:read', async (call) => {
        const website = await siteOf(call, readFields(ofSite, call.query).site_id);
        const names = await propertiesOf(website);
        return answered({ custom_properties: names.map((property) => ({ property })) });
      }),
      // Every property is counted, so there is none to allow first, and none to forbid.
      endpoint('put', '/custom-props', 'websites:write', async (call) => {
        await siteOf(call, readFields(askedProperty, call.body).site_id);
        return answered({ created: true });
      }),
      endpoint('get', '/:site', 'websites:read', async (call) => {
        const website = await siteOf(call, call.params['site'] ?? '');
        return answered({ ...siteJson(website), custom_properties: await propertiesOf(website) });
      }),
      endpoint('put', '/:site', 'websites:write', async (call) => {
        const { domain } = readFields(newSite, call.body);
        const { organisation, id: websiteId } = await siteOf(call, call.params['site'] ?? '');
        return answered(siteJson(await websites.move(organisation, websiteId, domain)));
      }),
      endpoint('delete', '/:site', 'websites:write', async (call) => {
        const { organisation, id: websiteId } = await siteOf(call, call.params['site'] ?? '');
        await websites.remove(organisation, websiteId);
        return DELETED;
      }),
    ],
  };
};

export interface SharedLinksDeps {
  readonly links: PageLinks;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A link with its whole address. */
interface SharedLink {
  readonly id: number;
  readonly name: string | null;
  readonly url: string;
}

/** Plausible's shared links: links to a website's page that a client finds by their names. */
export interface SharedLinks {
  all(website: Website): Promise<readonly SharedLink[]>;
  /** Finds the link of a name, or makes one that lasts as long as any may. */
  named(website: Website, name: string): Promise<SharedLink>;
}

const MOST_LINKS = 1_000;

export const createSharedLinks = ({ links, publicUrl, now }: SharedLinksDeps): SharedLinks => {
  const linkOf = (website: Website, { id, name, query }: SignedPageLink): SharedLink => ({
    id,
    name,
    url: `${publicUrl}${statsPath(website)}?${query}`,
  });
  const all = async (website: Website): Promise<readonly SharedLink[]> =>
    (await links.list(protectedPage(website), MOST_LINKS, 0)).links.map((link) => linkOf(website, link));
  return {
    all,
    async named(website, name) {
      const known = (await all(website)).find((link) => link.name === name);
      const expiresAt = Math.floor(now() / 1_000) + LONGEST_LINK;
      return known ?? linkOf(website, await links.create(protectedPage(website), name, expiresAt));
    },
  };
};
