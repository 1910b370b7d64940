import { created, createRouter, endpoint, integerId, managementDialect } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { PageAccess } from '@platform/pages';
import Joi from 'joi';

import type { WebsitesService } from '../websites/websites-service.ts';
import { protectedPage, statsPath } from './website-page.ts';

export interface StatsLinksRouterDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly access: Pick<PageAccess, 'signedQuery'>;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const DAY = 86_400;

const createLinkSchema = Joi.object<{ expires_in: number }>({
  expires_in: Joi.number()
    .integer()
    .min(60)
    .max(366 * DAY)
    .default(7 * DAY)
    .description('Seconds the link is valid'),
});

/** `POST /api/v1/websites/{id}/links`: a link to the statistics page for somebody without a key or password. */
export const createStatsLinksRouter = ({
  websites,
  access,
  publicUrl,
  now,
}: StatsLinksRouterDeps): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'POST',
      path: '/websites/:id/links',
      summary: 'Make a link that opens a private statistics page',
      description: 'Whoever has the link sees the page until it expires.',
      scope: 'websites:write',
      params: { id: integerId('website') },
      body: createLinkSchema,
      responses: {
        201: {
          description: 'The link',
          data: Joi.object({ url: Joi.string().required(), expires_at: Joi.string().isoDate().required() }),
        },
      },
      async handler({ caller, params, body }) {
        const website = await websites.show(caller.organisation, params.id);
        const expiresAt = Math.floor(now() / 1000) + body.expires_in;
        const url = `${publicUrl}${statsPath(website)}?${access.signedQuery(protectedPage(website), expiresAt)}`;
        return created({ url, expires_at: new Date(expiresAt * 1000).toISOString() }, url);
      },
    }),
  ]);
