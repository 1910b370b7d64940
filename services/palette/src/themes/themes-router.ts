import { created, createRouter, deleted, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter, Idempotency } from '@platform/http';

import { pageJson } from '../paging/page.ts';
import { pageSchema } from '../paging/paging-schema.ts';
import { themeJson, themeSummaryJson } from './theme-json.ts';
import { createThemeBody, listThemesQuery, themeSchema, themeSummarySchema } from './themes-schema.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemesRouterDeps {
  themes: ThemesService;
  idempotency: Idempotency;
}

export const createThemesRouter = ({ themes, idempotency }: ThemesRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Themes', [
    endpoint({
      method: 'POST',
      path: '/themes',
      summary: 'Create a theme from palette and token set',
      description:
        'Checks the tokens, resolves their references, and makes roles in light, dark and high contrast from the palette.',
      scope: 'themes:write',
      idempotency,
      body: createThemeBody,
      responses: { 201: { description: 'The new theme', data: themeSchema } },
      handler: async ({ body, caller }) => {
        const made = await themes.create(caller.organisation, body);
        const { id } = made.theme;
        return created(themeJson(made, themes.previewUrl(id)), `/v1/themes/${id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/themes',
      summary: 'List themes',
      description: 'Newest first.',
      scope: 'palettes:read',
      query: listThemesQuery,
      responses: { 200: { description: 'A page of themes', data: pageSchema(themeSummarySchema) } },
      handler: async ({ query, caller }) =>
        ok(
          pageJson(await themes.list(caller.organisation, query), (theme) =>
            themeSummaryJson(theme, themes.previewUrl(theme.id)),
          ),
        ),
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id',
      summary: 'Retrieve a theme',
      scope: 'palettes:read',
      params: { id: typeId('thm', 'theme') },
      responses: { 200: { description: 'The theme', data: themeSchema } },
      handler: async ({ params, caller }) =>
        ok(themeJson(await themes.show(caller.organisation, params.id), themes.previewUrl(params.id))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/themes/:id',
      summary: 'Delete a theme',
      scope: 'themes:write',
      params: { id: typeId('thm', 'theme') },
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: async ({ params, caller }) => {
        await themes.delete(caller.organisation, params.id);
        return deleted(params.id, 'theme');
      },
    }),
  ]);
