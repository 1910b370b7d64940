import { createRouter, endpoint, envelopeDialect, integerId, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { themeDiff } from './theme-diff.ts';
import { themeJson } from './theme-json.ts';
import { themeDiffQuery, themeDiffSchema, themeVersionsSchema } from './theme-versions-schema.ts';
import { themeSchema } from './themes-schema.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemeVersionsRouterDeps {
  themes: Pick<ThemesService, 'previewUrl' | 'show' | 'version' | 'versions'>;
}

const params = { id: typeId('thm', 'theme') };

export const createThemeVersionsRouter = ({ themes }: ThemeVersionsRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Themes', [
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions',
      operationId: 'themes.versions',
      summary: 'List the versions of a theme',
      description: 'Newest first. New tokens, and a change of `adjust`, make a version.',
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'The versions', data: themeVersionsSchema } },
      handler: async ({ params: { id }, caller }) => {
        const versions = await themes.versions(caller.organisation, id);
        const items = versions.map(({ version, createdAt }) => ({
          version,
          created_at: createdAt.toISOString(),
        }));
        return ok({ items });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions/:version',
      operationId: 'themes.version',
      summary: 'Retrieve a version of a theme',
      scope: 'palettes:read',
      params: { ...params, version: integerId('version') },
      responses: { 200: { description: 'The theme as it was', data: themeSchema } },
      handler: async ({ params: { id, version }, caller }) =>
        ok(themeJson(await themes.version(caller.organisation, id, version), themes.previewUrl(id))),
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/diff',
      operationId: 'themes.diff',
      summary: 'Compare two versions of a theme',
      scope: 'palettes:read',
      params,
      query: themeDiffQuery,
      responses: { 200: { description: 'What changed', data: themeDiffSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const { organisation } = caller;
        const { theme: to } =
          query.to === undefined
            ? await themes.show(organisation, id)
            : await themes.version(organisation, id, query.to);
        const { theme: from } = await themes.version(organisation, id, query.from);
        return ok(themeDiff(from, to));
      },
    }),
  ]);
