import { forbidden, notFound } from '@platform/errors';
import { created, deleted, endpoint, integerId, nameSchema, page as pageOfItems } from '@platform/http';
import type { Endpoint } from '@platform/http';
import { grants } from '@platform/identity';
import type { Scope } from '@platform/identity';
import Joi from 'joi';

import type { PageLinks, ProtectedPage, SignedPageLink } from './page-access.ts';

export interface PageLinksEndpointsOptions {
  readonly links: PageLinks;
  /** Subject of the pages: `website`, with links below `/websites/:id/links`. */
  readonly subject: string;
  /** Reads what the page shows: a link is as good as that. */
  readonly readScope: Scope;
  readonly writeScope: Scope;
  /** Longest lifetime of a link, in seconds. */
  readonly longest: number;
  /** The page of a subject, and its address. @throws AppError `not_found` */
  readonly find: (organisation: string, id: number) => Promise<{ page: ProtectedPage; url: string }>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface CreateLinkBody {
  readonly name?: string;
  readonly expires_in: number;
}
interface ListQuery {
  readonly per_page: number;
  readonly page: number;
}

const DAY = 86_400;
const time = Joi.string().isoDate();
const answer = Joi.object({
  id: Joi.number().integer().required(),
  name: Joi.string().allow(null).required(),
  url: Joi.string().required(),
  created_at: time.required(),
  expires_at: time.required(),
  last_used_at: time.allow(null).required(),
}).meta({ component: 'PageLink' });

const toJson = (url: string, link: SignedPageLink) => ({
  id: link.id,
  name: link.name,
  url: `${url}?${link.query}`,
  created_at: link.createdAt.toISOString(),
  expires_at: link.expiresAt.toISOString(),
  last_used_at: link.lastUsedAt?.toISOString() ?? null,
});

/** The endpoints that list, make and end the links of pages; one implementation for all services. */
export const pageLinksEndpoints = (options: PageLinksEndpointsOptions): readonly Endpoint[] => {
  const { links, subject, readScope, writeScope, longest, find, now } = options;
  const path = `/${subject}s/:id/links`;
  const params = { id: integerId(subject) };
  return [
    endpoint({
      method: 'GET',
      path,
      summary: `List the links that open a ${subject}’s page`,
      scope: readScope,
      secret: true,
      params,
      query: Joi.object<ListQuery>({
        per_page: Joi.number().valid(10, 25, 50, 100).default(10),
        page: Joi.number().integer().min(1).max(1_000_000).default(1),
      }),
      responses: { 200: { description: 'Links that have not expired', kind: 'page', data: answer } },
      handler: async ({ caller, params: { id }, query }) => {
        const { page, url } = await find(caller.organisation, id);
        const found = await links.list(page, query.per_page, (query.page - 1) * query.per_page);
        const items = found.links.map((link) => toJson(url, link));
        return pageOfItems({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path,
      summary: `Create a link that opens a ${subject}’s closed page`,
      description:
        'Anyone with the link can see the page until the link expires or is deleted, or until the page’s privacy ' +
        `or password changes, so this needs the scope \`${readScope}\` as well.`,
      scope: writeScope,
      secret: true,
      params,
      body: Joi.object<CreateLinkBody>({
        name: nameSchema().description('Who has the link'),
        expires_in: Joi.number()
          .integer()
          .min(60)
          .max(longest)
          .default(7 * DAY)
          .description('Lifetime of the link in seconds'),
      }).meta({ component: 'CreatePageLink' }),
      responses: { 201: { description: 'The link', data: answer } },
      handler: async ({ caller, params: { id }, body }) => {
        if (!grants(caller.scopes, readScope)) throw forbidden(`This key lacks the scope ${readScope}.`);
        const { page, url } = await find(caller.organisation, id);
        const expiresAt = Math.floor(now() / 1000) + body.expires_in;
        const link = toJson(url, await links.create(page, body.name ?? null, expiresAt));
        return created(link, link.url);
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:link`,
      summary: `Delete a link that opens a ${subject}’s page`,
      scope: writeScope,
      params: { ...params, link: integerId('link') },
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id, link } }) => {
        const { page } = await find(caller.organisation, id);
        if (!(await links.remove(page, link))) throw notFound('link');
        return deleted(link, 'link');
      },
    }),
  ];
};
