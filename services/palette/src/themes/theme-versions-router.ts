import { createRouter, endpoint, envelopeDialect, integerId, ok, okJson, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { versionsDiffQuery, versionsJson, versionsSchema } from '../palettes/versions-schema.ts';
import { themeSchema, themeDiffSchema } from './themes-schema.ts';
import type { ThemeVersionsService, ThemesService } from './themes-service.ts';
import type { ThemeWork } from './theme-work.ts';
import { lengthOfTheme } from './theme.ts';

interface ThemeVersionsRouterDeps {
  themes: Pick<ThemesService, 'record' | 'show'>;
  versions: ThemeVersionsService;
  work: ThemeWork;
}

const params = { id: typeId('thm', 'theme') };

export const createThemeVersionsRouter = ({ themes, versions, work }: ThemeVersionsRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Themes', [
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions',
      operationId: 'themes.versions',
      summary: 'List the versions of a theme',
      description: 'Newest first. New tokens, and a change of `adjust`, make a version.',
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'The versions', data: versionsSchema } },
      handler: async ({ params: { id }, caller }) =>
        ok(versionsJson(await versions.versions(caller.organisation, id))),
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions/:version',
      operationId: 'themes.version',
      summary: 'Retrieve a version of a theme',
      scope: 'palettes:read',
      params: { ...params, version: integerId('version') },
      responses: { 200: { description: 'The theme as it was', data: themeSchema } },
      handler: async ({ params: { id, version }, caller: { organisation } }) => {
        const found = await versions.version(organisation, id, version);
        return okJson((await themes.record(organisation, found)).json);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/diff',
      operationId: 'themes.diff',
      summary: 'Compare two versions of a theme',
      scope: 'palettes:read',
      params,
      query: versionsDiffQuery,
      responses: { 200: { description: 'What changed', data: themeDiffSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const { organisation } = caller;
        const { theme: to } =
          query.to === undefined
            ? await themes.show(organisation, id)
            : await versions.version(organisation, id, query.to);
        const { theme: from } = await versions.version(organisation, id, query.from);
        const length = lengthOfTheme(from) + lengthOfTheme(to);
        return okJson(await work('diff', { from, to }, { organisation, length }));
      },
    }),
  ]);
