import {
  created,
  createRouter,
  cursorPageJson,
  cursorPageSchema,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  typeId,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';

import { modesJson, themeJson, themeSummaryJson } from './theme-json.ts';
import { createThemeBody, deriveThemeBody, listThemesQuery, updateThemeBody } from './themes-schema.ts';
import { derivedThemeSchema, themeSchema, themeSummarySchema } from './theme-schema.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemesRouterDeps {
  themes: ThemesService;
}

/** The tokens of a large design system, such as Primer's 1,838 in 249 KB. */
const BODY_LIMIT = '512kb';

const TAG_DESCRIPTION =
  'Palettes with a tree of design tokens, resolved for light, dark and high-contrast modes.';

export const createThemesRouter = ({ themes }: ThemesRouterDeps): ApiRouter => {
  // The preview link is renewed each week.
  const volatile = ['preview_url'];
  const versioned = {
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: string } }) =>
      themeJson(await themes.show(caller.organisation, id), themes.previewUrl(id)),
    volatile,
  };
  return createRouter(envelopeDialect, { name: 'Themes', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/themes',
      summary: 'Create a theme from palette and token set',
      description:
        'Validates the tokens, resolves their references, and derives roles for light, dark and high contrast from the palette. The body may be up to 512 KB.',
      scope: 'themes:write',
      body: createThemeBody,
      bodyLimit: BODY_LIMIT,
      furtherFaults: ({ body, caller }) => themes.faultsIn(caller.organisation, body),
      versioned: { volatile },
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
      responses: { 200: { description: 'A page of themes', data: cursorPageSchema(themeSummarySchema) } },
      handler: async ({ query, caller }) =>
        ok(
          cursorPageJson(await themes.list(caller.organisation, query), (theme) =>
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
      versioned,
      responses: { 200: { description: 'The theme', data: themeSchema } },
      handler: async ({ params, caller }) =>
        ok(themeJson(await themes.show(caller.organisation, params.id), themes.previewUrl(params.id))),
    }),
    endpoint({
      method: 'PATCH',
      path: '/themes/:id',
      summary: 'Change a theme',
      description: 'Changes name and description. New tokens, or `adjust`, derive the roles again.',
      scope: 'themes:write',
      params: { id: typeId('thm', 'theme') },
      body: updateThemeBody,
      bodyLimit: BODY_LIMIT,
      furtherFaults: ({ params, body, caller }) => themes.faultsIn(caller.organisation, body, params.id),
      versioned,
      responses: { 200: { description: 'The changed theme', data: themeSchema } },
      handler: async ({ params, body, caller }) =>
        ok(
          themeJson(await themes.update(caller.organisation, params.id, body), themes.previewUrl(params.id)),
        ),
    }),
    endpoint({
      method: 'POST',
      path: '/themes/:id/derive',
      operationId: 'themes.derive',
      summary: 'Try tokens on a theme',
      description: 'Returns the roles as they would be with other tokens. Nothing is stored.',
      idempotent: false,
      scope: 'palettes:read',
      params: { id: typeId('thm', 'theme') },
      body: deriveThemeBody,
      bodyLimit: BODY_LIMIT,
      furtherFaults: ({ params, body, caller }) => themes.faultsIn(caller.organisation, body, params.id),
      responses: { 200: { description: 'What the theme would be', data: derivedThemeSchema } },
      handler: async ({ params, body, caller }) => {
        const derived = await themes.derive(caller.organisation, params.id, body);
        return ok({ modes: modesJson(derived), warnings: derived.warnings });
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/themes/:id',
      summary: 'Delete a theme',
      scope: 'themes:write',
      params: { id: typeId('thm', 'theme') },
      versioned,
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: async ({ params, caller }) => {
        await themes.delete(caller.organisation, params.id);
        return deleted(params.id, 'theme');
      },
    }),
  ]);
};
