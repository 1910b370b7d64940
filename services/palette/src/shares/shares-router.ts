import {
  created,
  createRouter,
  deleted,
  endpoint,
  envelopeDialect,
  integerId,
  nameSchema,
  ok,
  typeId,
} from '@platform/http';
import type { ApiRouter, Endpoint } from '@platform/http';
import Joi from 'joi';

import type { ShareLink, SharesService } from './shares-service.ts';
import type { ShareKind } from './shares-store.ts';

interface CreateShareBody {
  name?: string | null;
  expires_in: number;
}

const YEAR = 365 * 24 * 60 * 60;

const createShareBody = Joi.object<CreateShareBody>()
  .meta({ component: 'CreateShareLink' })
  .example({ name: 'The agency' })
  .keys({
    name: nameSchema().allow(null).description('Who has the link'),
    expires_in: Joi.number()
      .integer()
      .min(60)
      .max(10 * YEAR)
      .default(YEAR)
      .description('Lifetime of the link in seconds'),
  });

const time = Joi.string().isoDate();

const shareSchema = Joi.object()
  .meta({ component: 'ShareLink' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().allow(null).required(),
    url: Joi.string().required().description('Anyone with it can see the palette or theme'),
    created_at: time.required(),
    expires_at: time.required(),
    last_used_at: time.allow(null).required(),
  });

const sharesSchema = Joi.object({ items: Joi.array().items(shareSchema).required() });

export interface SharesRouterDeps {
  shares: Pick<SharesService, 'create' | 'list' | 'remove'>;
}

const linkJson = (link: ShareLink) => ({
  id: link.id,
  name: link.name,
  url: link.url,
  created_at: link.createdAt.toISOString(),
  expires_at: link.expiresAt.toISOString(),
  last_used_at: link.lastUsedAt?.toISOString() ?? null,
});

const TAG_DESCRIPTION = 'Links that open a palette or theme to people and sites without a key.';

const OPENS = {
  palette: 'a page with the swatches, their contrast, and how they look with a colour vision deficiency',
  theme: 'the theme’s style sheet, always in its newest version',
} as const;

const linkEndpoints = (
  kind: ShareKind,
  prefix: string,
  { shares }: SharesRouterDeps,
): readonly Endpoint[] => {
  const path = `/${kind}s/:id/links`;
  const params = { id: typeId(prefix, kind) };
  const write = kind === 'palette' ? 'palettes:write' : 'themes:write';
  return [
    endpoint({
      method: 'GET',
      path,
      operationId: `${kind}s.links`,
      secret: true,
      summary: `List the links that open a ${kind}`,
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'Links that have not expired, newest first', data: sharesSchema } },
      handler: async ({ params: { id }, caller }) => {
        const items = await shares.list(kind, caller.organisation, id);
        return ok({ items: items.map(linkJson) });
      },
    }),
    endpoint({
      method: 'POST',
      path,
      operationId: `${kind}s.createLink`,
      secret: true,
      summary: `Create a link that opens a ${kind}`,
      description: `Opens ${OPENS[kind]}, for anyone who has it, until it expires or is deleted.`,
      scope: write,
      params,
      body: createShareBody,
      responses: { 201: { description: 'The link', data: shareSchema } },
      handler: async ({ params: { id }, body, caller }) => {
        const { name = null, expires_in: lifetime } = body;
        const link = await shares.create(kind, caller.organisation, id, { name, lifetime });
        return created(linkJson(link), link.url);
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:link`,
      operationId: `${kind}s.deleteLink`,
      summary: `Delete a link that opens a ${kind}`,
      scope: write,
      params: { ...params, link: integerId('link') },
      responses: { 200: { description: 'Ended', kind: 'deleted' } },
      handler: async ({ params: { id, link }, caller }) => {
        await shares.remove(kind, caller.organisation, id, link);
        return deleted(String(link), 'link');
      },
    }),
  ];
};

export const createSharesRouter = (deps: SharesRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, { name: 'Shares', description: TAG_DESCRIPTION }, [
    ...linkEndpoints('palette', 'pal', deps),
    ...linkEndpoints('theme', 'thm', deps),
  ]);
