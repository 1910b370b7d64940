import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';
import { changedPasswordHash, passwordCost } from '@platform/page-access';
import Joi from 'joi';

import { recipientsOf } from './domain-name.ts';
import type { DefaultRecipients } from './domain-name.ts';
import type { Website } from './website.ts';
import {
  createWebsiteSchema,
  listWebsitesSchema,
  moveWebsiteSchema,
  settings,
  updateWebsiteSchema,
} from './websites-schema.ts';
import type { WebsitesService } from './websites-service.ts';

interface WebsiteJsonDeps {
  /** Base of public addresses, without a slash at the end. */
  publicUrl: string;
  /** Path of the tracker script. */
  trackerPath: string;
  /** Get the digests of websites without recipients. */
  defaultRecipients: DefaultRecipients;
}

/** Told where digests are turned on and can't be sent. */
const NOBODY =
  'Nobody gets the e-mails: the website has no email_recipients, the organisation has none (PATCH /api/v1/websites/defaults), and OWNER_EMAIL is not set.';

/**
 * The JSON shape of a website, with what its owner wants next: the statistics page and the tracking
 * code.
 */
const createPresenter = ({ publicUrl, trackerPath, defaultRecipients }: WebsiteJsonDeps) => {
  const toJson = (website: Website, defaults: readonly string[]) => ({
    id: website.id,
    domain: website.domain,
    site_key: website.siteKey,
    privacy: website.privacy,
    has_password: website.passwordHash !== null,
    email: website.email,
    email_frequency: website.emailFrequency,
    email_recipients: website.emailRecipients,
    language: website.language,
    email_goes_to: recipientsOf(website.emailRecipients, defaults),
    email_note:
      website.email === 1 && recipientsOf(website.emailRecipients, defaults).length === 0 ? NOBODY : null,
    exclude_bots: website.excludeBots,
    exclude_params: website.excludeParams,
    exclude_ips: website.excludeIps,
    trusted_proxies: website.trustedProxies,
    page_rules: website.pageRules,
    exclude_pages: website.excludePages,
    exclude_hosts: website.excludeHosts,
    exclude_countries: website.excludeCountries,
    exclude_visitors: website.excludeVisitors,
    trailing_slash: website.trailingSlash,
    query_order: website.queryOrder,
    campaign_case: website.campaignCase,
    has_server_key: website.serverKeyHash !== null,
    embed_origins: website.embedOrigins,
    timezone: website.timezone,
    week_start: website.weekStart,
    retention_months: website.retentionMonths,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
    stats_url: `${publicUrl}/s/${website.siteKey}`,
    tracking_code: `<script defer src="${publicUrl}${trackerPath}" data-site="${website.siteKey}"></script>`,
  });

  return {
    one: async (website: Website) => toJson(website, await defaultRecipients.of(website.organisation)),
    /** Websites of one organisation. */
    async all(organisation: string, websites: readonly Website[]) {
      const defaults = await defaultRecipients.of(organisation);
      return websites.map((website) => toJson(website, defaults));
    },
  };
};

const textOrNull = Joi.string().allow(null).required();

const time = Joi.string().isoDate().required();

/** A website in an answer. */
const websiteAnswerSchema = Joi.object()
  .meta({ component: 'Website' })
  .keys({
    id: Joi.number().integer().required(),
    domain: Joi.string().required(),
    site_key: Joi.string().required(),
    privacy: settings.privacy.required(),
    has_password: Joi.boolean().required(),
    email: settings.email.required(),
    email_frequency: settings.email_frequency.required(),
    email_recipients: textOrNull,
    language: settings.language.required(),
    email_goes_to: Joi.array()
      .items(Joi.string())
      .required()
      .description('Who gets the e-mail digests; nobody while the list is empty'),
    email_note: textOrNull.description('Why nobody gets the digests that are turned on; null otherwise'),
    exclude_bots: settings.exclude_bots.required(),
    exclude_params: textOrNull,
    exclude_ips: textOrNull,
    trusted_proxies: textOrNull,
    page_rules: textOrNull,
    exclude_pages: textOrNull,
    exclude_hosts: textOrNull,
    exclude_countries: textOrNull,
    exclude_visitors: textOrNull,
    trailing_slash: settings.trailing_slash.required(),
    query_order: settings.query_order.required(),
    campaign_case: settings.campaign_case.required(),
    has_server_key: Joi.boolean().required().description('Whether the website has a key for servers'),
    embed_origins: textOrNull,
    timezone: Joi.string().required(),
    week_start: settings.week_start.required(),
    retention_months: Joi.number().integer().allow(null).required(),
    created_at: time,
    updated_at: time,
    stats_url: Joi.string().required(),
    tracking_code: Joi.string().required(),
  });

const serverKeyAnswerSchema = Joi.object()
  .meta({ component: 'ServerKey' })
  .keys({
    website_id: Joi.number().integer().required(),
    server_key: Joi.string().required().description('The key; it is shown this once'),
    client_url: Joi.string()
      .required()
      .description(
        'The address to give to a client of Umami (`hostUrl`) or Plausible (in front of `/api/event`)',
      ),
  });

interface WebsitesRouterDeps extends WebsiteJsonDeps {
  websites: WebsitesService;
}

const TAG_DESCRIPTION = 'The websites whose visits are counted, and their settings.';

/** `/api/v1/websites` */
export const createWebsitesRouter = (deps: WebsitesRouterDeps): ApiRouter => {
  const { websites } = deps;
  const present = createPresenter(deps);
  const params = { id: integerId('website') };
  const versioned = {
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: number } }) =>
      present.one(await websites.show(caller.organisation, id)),
  };

  return createRouter(managementDialect, { name: 'Websites', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites',
      summary: 'List websites',
      scope: 'websites:read',
      query: listWebsitesSchema,
      responses: { 200: { description: 'A page of websites', kind: 'page', data: websiteAnswerSchema } },
      handler: async ({ caller, query }) => {
        const found = await websites.list(caller.organisation, query);
        const items = await present.all(caller.organisation, found.websites);
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites',
      summary: 'Create a website',
      scope: 'websites:write',
      body: createWebsiteSchema,
      cost: (body) => 1 + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      versioned: {},
      responses: { 201: { description: 'The new website', data: websiteAnswerSchema } },
      handler: async ({ caller, body }, passwordHash) => {
        const website = await websites.create(caller.organisation, body, passwordHash);
        return created(await present.one(website), `/api/v1/websites/${website.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id',
      summary: 'Show a website',
      scope: 'websites:read',
      params,
      versioned,
      responses: { 200: { description: 'The website', data: websiteAnswerSchema } },
      handler: async ({ caller, params: { id } }) =>
        ok(await present.one(await websites.show(caller.organisation, id))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      path: '/websites/:id',
      summary: 'Update a website',
      description: 'Fields that are not given stay as they are.',
      scope: 'websites:write',
      params,
      versioned,
      body: updateWebsiteSchema,
      cost: (body) => 1 + passwordCost(body),
      prepare: ({ body }) => changedPasswordHash(body.password),
      prepareCost: passwordCost,
      responses: { 200: { description: 'The website as it is now', data: websiteAnswerSchema } },
      handler: async ({ caller, params: { id }, body }, passwordHash) =>
        ok(await present.one(await websites.update(caller.organisation, id, body, passwordHash))),
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/move',
      operationId: 'websites.move',
      summary: 'Move a website to another domain',
      description:
        'It keeps its statistics, site key and settings. Hits from pages of the old domain are no longer counted.',
      scope: 'websites:write',
      params,
      versioned,
      body: moveWebsiteSchema,
      responses: { 200: { description: 'The website as it is now', data: websiteAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) =>
        ok(await present.one(await websites.move(caller.organisation, id, body.domain))),
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/server-key',
      operationId: 'websites.makeServerKey',
      summary: 'Make a key for servers',
      description:
        'A secret that stands for the site key at `/c/{site_key}`. Clients of other products that use it may say who the visitor was and when it happened. A key made before stops working.',
      scope: 'websites:write',
      params,
      responses: { 201: { description: 'The new key', data: serverKeyAnswerSchema } },
      handler: async ({ caller, params: { id } }) => {
        const key = await websites.makeServerKey(caller.organisation, id);
        return created(
          { website_id: id, server_key: key, client_url: `${deps.publicUrl}/c/${key}` },
          `/api/v1/websites/${id}`,
        );
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id/server-key',
      operationId: 'websites.endServerKey',
      summary: 'End the key for servers',
      scope: 'websites:write',
      params,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await websites.endServerKey(caller.organisation, id);
        return deleted(id, 'server_key');
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/websites/:id',
      summary: 'Delete a website and its statistics',
      scope: 'websites:write',
      params,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await websites.remove(caller.organisation, id);
        return deleted(id, 'website');
      },
    }),
  ]);
};
