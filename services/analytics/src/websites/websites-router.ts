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

import { createPresenter } from './website-json.ts';
import type { WebsiteJsonDeps } from './website-json.ts';
import {
  createWebsiteSchema,
  listWebsitesSchema,
  moveWebsiteSchema,
  updateWebsiteSchema,
} from './websites-schema.ts';
import { websiteAnswerSchema } from './website-answer.ts';
import type { WebsitesService } from './websites-service.ts';

export interface WebsitesRouterDeps extends WebsiteJsonDeps {
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
