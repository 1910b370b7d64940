import { invalid, notFound } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { managementDialect } from '@platform/http';
import { grants } from '@platform/identity';
import type { Scope } from '@platform/identity';
import Joi from 'joi';

import type { FunnelsService } from '../funnels/funnels-service.ts';
import type { Goal } from '../goals/goal.ts';
import type { Website } from '../websites/website.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductAnswer, ProductApi, ProductCall, ProductEndpoint } from './product-api.ts';
import {
  askedGoal,
  askedGoals,
  GOAL_TYPES,
  goalFor,
  goalJson,
  isKnown,
  MOST_AT_ONCE,
} from './plausible-plugin-goals.ts';
import type { AskedGoal, GoalsDeps } from './plausible-plugin-goals.ts';
import type { SharedLinks } from './plausible-sites.ts';
import { TRACKER_OPTIONS } from './tracker-configurations-store.ts';
import type { TrackerConfiguration, TrackerConfigurationsStore } from './tracker-configurations-store.ts';

interface PlausiblePluginsDeps extends GoalsDeps {
  readonly findBySiteKey: (siteKey: string) => Promise<Website | undefined>;
  readonly funnels: Pick<FunnelsService, 'create' | 'list' | 'show'>;
  readonly sharedLinks: SharedLinks;
  readonly configurations: TrackerConfigurationsStore;
}

interface Paging {
  readonly limit: number;
  readonly after?: number;
  readonly before?: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);
const paging = Joi.object<Paging>({
  limit: Joi.number().integer().min(1).max(100).default(20),
  after: id,
  before: id,
});

/** A page of a list, the newest first, with the links to those beside it. */
const pageOf = <Item extends { readonly id: number }>(
  items: readonly Item[],
  { address, query }: ProductCall,
): { readonly items: readonly Item[]; readonly meta: object } => {
  const { limit, after, before } = readFields(paging, query);
  const all = items.toSorted((a, b) => b.id - a.id);
  const rest = all.filter(
    (item) => (after === undefined || item.id < after) && (before === undefined || item.id > before),
  );
  const found = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  const [first] = found;
  const last = found.at(-1);
  const next = last !== undefined && last.id !== all.at(-1)?.id ? last.id : undefined;
  const previous = first !== undefined && first.id !== all[0]?.id ? first.id : undefined;
  const link = (name: string, at: number | undefined) =>
    at === undefined ? undefined : { url: `${address}?limit=${limit}&${name}=${at}` };
  return {
    items: found,
    meta: {
      pagination: {
        has_next_page: next !== undefined,
        has_prev_page: previous !== undefined,
        links: { next: link('after', next), prev: link('before', previous) },
      },
    },
  };
};

const ONE_PAGE = { pagination: { has_next_page: false, has_prev_page: false, links: {} } };

const prop = Joi.object<{ key: string }>({ key: Joi.string().trim().min(1).max(300).required() });
const wrappedProp = Joi.object<{ custom_prop: { key: string } }>({ custom_prop: prop.required() });
const askedProps = Joi.object<{
  custom_prop?: { key: string };
  custom_props?: readonly { custom_prop: { key: string } }[];
}>({
  custom_prop: prop,
  custom_props: Joi.array().items(wrappedProp).min(1).max(300),
}).xor('custom_prop', 'custom_props');

const LONGEST_NAME = 100;
const askedLink = Joi.object<{ shared_link: { name: string; password?: string } }>({
  shared_link: Joi.object({
    name: Joi.string().trim().min(1).max(LONGEST_NAME).required(),
    password: Joi.string().allow('', null),
  }).required(),
});

const askedConfiguration = Joi.object<{ tracker_script_configuration: Partial<TrackerConfiguration> }>({
  tracker_script_configuration: Joi.object({
    installation_type: Joi.string().valid('manual', 'wordpress', 'gtm', 'npm').required(),
    ...Object.fromEntries(TRACKER_OPTIONS.map((name) => [name, Joi.boolean().strict()])),
  }).required(),
});

const askedFunnel = Joi.object<{ funnel: { name: string; steps: readonly AskedGoal[] } }>({
  funnel: Joi.object({
    name: Joi.string().trim().min(1).max(LONGEST_NAME).required(),
    steps: Joi.array().items(askedGoal).min(2).max(MOST_AT_ONCE).required(),
  }).required(),
});

const DEFAULTS: TrackerConfiguration = {
  installation_type: 'manual',
  hash_based_routing: false,
  outbound_links: false,
  file_downloads: false,
  form_submissions: false,
};

/** The script `pa-{id}.js`: what it is to do differently is a part of its name. */
const configurationJson = ({ siteKey }: Website, configuration: TrackerConfiguration) => ({
  tracker_script_configuration: {
    id: `${siteKey}${configuration.hash_based_routing ? '-hash' : ''}`,
    ...configuration,
  },
});

const linkJson = ({ id: linkId, name, url }: Awaited<ReturnType<SharedLinks['named']>>) => ({
  shared_link: { id: linkId, name, password_protected: false, href: url },
});

const errorOf = (error: AppError) => {
  const status = managementDialect.statusOf(error.kind);
  const details = error.details.length > 0 ? error.details : [{ message: error.message }];
  return { status, body: { errors: details.map(({ message }) => ({ detail: message })) } };
};

const FEATURES = [
  'Funnels',
  'Goals',
  'Props',
  'RevenueGoals',
  'StatsAPI',
  'SiteSegments',
  'SharedLinks',
  'SitesAPI',
];

/**
 * Plausible's Plugins API, by which its WordPress plug-in sets a website up. The password of Basic
 * authentication is an API key; the website is the one whose key is in the path.
 */
export const createPlausiblePlugins = (deps: PlausiblePluginsDeps): ProductApi => {
  const { findBySiteKey, goals, goalsOf, funnels, sharedLinks, configurations } = deps;

  const siteOf = async ({ caller, siteKey }: ProductCall): Promise<Website> => {
    const website = await findBySiteKey(siteKey);
    if (website?.organisation !== caller.organisation) throw notFound('website');
    return website;
  };

  const idOf = ({ params }: ProductCall): number => {
    const { id: text } = params;
    const { value, error } = id.validate(text) as { value: unknown; error?: Error };
    if (error || typeof value !== 'number')
      throw invalid([{ field: 'id', message: `Invalid integer. Got: ${JSON.stringify(text)}` }]);
    return value;
  };

  const bothGoals = async (call: ProductCall): Promise<ProductAnswer> => {
    const website = await siteOf(call);
    const { goals: several, ...one } = readFields(askedGoals, call.body);
    const asked = several ?? [readFields(askedGoal, one)];
    const made: Goal[] = [];
    for (const each of asked) made.push(await goalFor(deps, website, each));
    return {
      status: 201,
      location: `${call.address}/${made[0]?.id ?? ''}`,
      body: { goals: made.map(goalJson), meta: ONE_PAGE },
    };
  };

  const propsOf = (body: unknown): readonly string[] => {
    const { custom_prop: one, custom_props: several } = readFields(askedProps, body);
    return several ? several.map(({ custom_prop: { key } }) => key) : one ? [one.key] : [];
  };

  const linkFor = async (call: ProductCall): Promise<ProductAnswer> => {
    const website = await siteOf(call);
    const { name, password } = readFields(askedLink, call.body).shared_link;
    if (password)
      throw invalid([
        { field: 'password', message: 'shared_link.password: give the page a password instead (privacy 2)' },
      ]);
    const link = await sharedLinks.named(website, name);
    return { status: 201, location: `${call.address}/${link.id}`, body: linkJson(link) };
  };

  const funnelJson = (funnel: Awaited<ReturnType<FunnelsService['show']>>) => ({
    funnel: {
      id: funnel.id,
      name: funnel.name,
      steps: funnel.steps.map(({ goal, name, rule: { type, pattern } }) =>
        type === 'page'
          ? { goal_type: GOAL_TYPES.page, goal: { id: goal, display_name: name, path: pattern } }
          : { goal_type: GOAL_TYPES.event, goal: { id: goal, display_name: name, event_name: pattern } },
      ),
    },
  });

  const funnelFor = async (call: ProductCall): Promise<ProductAnswer> => {
    const website = await siteOf(call);
    const { name, steps } = readFields(askedFunnel, call.body).funnel;
    const { organisation, id: websiteId } = website;
    const known = (await funnels.list(organisation, websiteId, {})).find((each) => each.name === name);
    const ids: number[] = [];
    if (!known) for (const step of steps) ids.push((await goalFor(deps, website, step)).id);
    const funnel = known ?? (await funnels.create(organisation, websiteId, { name, steps: ids }));
    return { status: 201, location: `${call.address}/${funnel.id}`, body: funnelJson(funnel) };
  };

  const BASE = '/api/plugins/v1';
  const endpoint = (
    method: ProductEndpoint['method'],
    path: string,
    scope: Scope,
    answer: (call: ProductCall) => Promise<ProductAnswer>,
  ): ProductEndpoint => ({ method, path: `${BASE}/${path}`, scope, answer });

  const removed: ProductAnswer = { status: 204 };

  return {
    errorOf,
    endpoints: [
      {
        method: 'get',
        path: `${BASE}/capabilities`,
        scope: null,
        async answer({ caller, siteKey }) {
          const website = caller && (await findBySiteKey(siteKey));
          const isOwn =
            website?.organisation === caller?.organisation && grants(caller?.scopes ?? [], 'websites:read');
          const features = FEATURES.map((name) => [name, isOwn] as const);
          return answered({
            authorized: isOwn,
            data_domain: isOwn ? website?.domain : null,
            features: Object.fromEntries(features),
          });
        },
      },
      endpoint('put', 'goals', 'websites:write', bothGoals),
      endpoint('get', 'goals', 'websites:read', async (call) => {
        const { id: websiteId } = await siteOf(call);
        const { items, meta } = pageOf((await goalsOf(websiteId)).filter(isKnown), call);
        return answered({ goals: items.map(goalJson), meta });
      }),
      endpoint('delete', 'goals', 'websites:write', async (call) => {
        const { organisation, id: websiteId } = await siteOf(call);
        const schema = Joi.object<{ goal_ids: readonly number[] }>({
          goal_ids: Joi.array().items(id).min(1).max(100).required(),
        });
        const { goal_ids: ids } = readFields(schema, call.body);
        const known = new Set((await goalsOf(websiteId)).map((goal) => goal.id));
        for (const each of ids) if (known.has(each)) await goals.remove(organisation, websiteId, each);
        return removed;
      }),
      endpoint('get', 'goals/:id', 'websites:read', async (call) => {
        const { id: websiteId } = await siteOf(call);
        const wanted = idOf(call);
        const goal = (await goalsOf(websiteId)).filter(isKnown).find((each) => each.id === wanted);
        if (!goal) throw notFound('goal');
        return answered(goalJson(goal));
      }),
      endpoint('delete', 'goals/:id', 'websites:write', async (call) => {
        const { organisation, id: websiteId } = await siteOf(call);
        const wanted = idOf(call);
        const isThere = (await goalsOf(websiteId)).some((goal) => goal.id === wanted);
        if (isThere) await goals.remove(organisation, websiteId, wanted);
        return removed;
      }),
      endpoint('put', 'funnels', 'websites:write', funnelFor),
      endpoint('get', 'funnels', 'stats:read', async (call) => {
        const { organisation, id: websiteId } = await siteOf(call);
        const { items, meta } = pageOf(await funnels.list(organisation, websiteId, {}), call);
        return answered({ funnels: items.map(funnelJson), meta });
      }),
      endpoint('get', 'funnels/:id', 'stats:read', async (call) => {
        const { organisation, id: websiteId } = await siteOf(call);
        return answered(funnelJson(await funnels.show(organisation, websiteId, idOf(call), {})));
      }),
      // Every property is counted, so there is none to allow first, and none to forbid.
      endpoint('put', 'custom_props', 'websites:write', async (call) => {
        await siteOf(call);
        const custom_props = propsOf(call.body).map((key) => ({ custom_prop: { key } }));
        return { status: 201, body: { custom_props, meta: ONE_PAGE } };
      }),
      endpoint('delete', 'custom_props', 'websites:write', async (call) => {
        await siteOf(call);
        propsOf(call.body);
        return removed;
      }),
      endpoint('put', 'shared_links', 'websites:write', linkFor),
      endpoint('get', 'shared_links', 'stats:read', async (call) => {
        const website = await siteOf(call);
        const { items, meta } = pageOf(await sharedLinks.all(website), call);
        return answered({ shared_links: items.map(linkJson), meta });
      }),
      endpoint('get', 'shared_links/:id', 'stats:read', async (call) => {
        const website = await siteOf(call);
        const wanted = idOf(call);
        const link = (await sharedLinks.all(website)).find((each) => each.id === wanted);
        if (!link) throw notFound('link');
        return answered(linkJson(link));
      }),
      endpoint('get', 'tracker_script_configuration', 'websites:read', async (call) => {
        const website = await siteOf(call);
        return answered(configurationJson(website, (await configurations.find(website.id)) ?? DEFAULTS));
      }),
      endpoint('put', 'tracker_script_configuration', 'websites:write', async (call) => {
        const website = await siteOf(call);
        const { tracker_script_configuration: given } = readFields(askedConfiguration, call.body);
        return answered(configurationJson(website, await configurations.change(website.id, given)));
      }),
    ],
  };
};
