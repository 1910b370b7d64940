import {
  createdJson,
  createRouter,
  cursorPageJson,
  cursorPageSchema,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  okJson,
  typeId,
} from '@platform/http';
import type { ApiRouter, BodyRead, Reply, SentBody } from '@platform/http';
import type { Caller } from '@platform/identity';
import type { ObjectSchema } from 'joi';

import { costBySize } from '../reading/read-elsewhere.ts';
import type { ThemeWork, ThemeBodyKind, ThemeRecord } from './theme-work.ts';
import { themeSummaryJson } from './theme-json.ts';
import {
  createThemeBody,
  deriveThemeBody,
  listThemesQuery,
  updateThemeBody,
  derivedThemeSchema,
  themeSchema,
  themeSummarySchema,
} from './themes-schema.ts';
import type { SentTheme } from './themes-schema.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemesRouterDeps {
  themes: ThemesService;
  work: ThemeWork;
}

/** Ten thousand tokens with values in a few modes. */
const BODY_LIMIT = '8mb';

/** Beyond so many bytes a request costs more than one: as long as they take, others are answered. */
const cost = costBySize(1, 64 * 1024);

const withTag = ({ json, tag }: ThemeRecord): Reply => okJson(json, { ETag: tag });

const TAG_DESCRIPTION =
  'Palettes with a tree of design tokens, resolved for light, dark and high-contrast modes.';

export const createThemesRouter = ({ themes, work }: ThemesRouterDeps): ApiRouter => {
  const recordOf = async ({ organisation }: Caller, id: string): Promise<ThemeRecord> =>
    themes.record(organisation, await themes.show(organisation, id));
  const versioned = {
    tag: async ({ caller, params: { id } }: { caller: Caller; params: { id: string } }) =>
      (await recordOf(caller, id)).tag,
  };
  const bodyOf = (kind: ThemeBodyKind, schema: ObjectSchema) => ({
    schema,
    read: ({ bytes, strict, caller: { organisation } }: SentBody): Promise<BodyRead<SentTheme>> =>
      work('readBody', { bytes, strict, kind }, { organisation, length: bytes.length }),
  });
  return createRouter(envelopeDialect, { name: 'Themes', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/themes',
      summary: 'Create a theme from palette and token set',
      description:
        'Validates the tokens, resolves their references, and derives roles for light, dark and high contrast from the palette. The body may be up to 8 MB, with up to 20,000 tokens and groups.',
      scope: 'themes:write',
      largeBody: bodyOf('create', createThemeBody),
      bodyLimit: BODY_LIMIT,
      cost,
      furtherFaults: ({ body, caller }) => themes.faultsIn(caller.organisation, body as Uint8Array),
      versioned: {},
      prepare: ({ body, caller }) => themes.prepare(caller.organisation, body),
      responses: { 201: { description: 'The new theme', data: themeSchema } },
      handler: async ({ caller }, made) => {
        await themes.create(caller.organisation, made);
        const { json, tag } = made.record;
        return createdJson(json, `/v1/themes/${made.theme.id}`, { ETag: tag });
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
      handler: async ({ params, caller }) => withTag(await recordOf(caller, params.id)),
    }),
    endpoint({
      method: 'PATCH',
      path: '/themes/:id',
      summary: 'Change a theme',
      description: 'Changes name and description. New tokens, or `adjust`, derive the roles again.',
      scope: 'themes:write',
      params: { id: typeId('thm', 'theme') },
      largeBody: bodyOf('update', updateThemeBody),
      bodyLimit: BODY_LIMIT,
      cost,
      furtherFaults: ({ params, body, caller }) =>
        themes.faultsIn(caller.organisation, body as Uint8Array, params.id),
      versioned,
      prepare: ({ params, body, caller }) => themes.prepareUpdate(caller.organisation, params.id, body),
      responses: { 200: { description: 'The changed theme', data: themeSchema } },
      handler: async ({ params, body, caller: { organisation } }, prepared) => {
        const changed = await themes.update(organisation, params.id, body, prepared);
        // The transaction needn't wait for the text of a large theme.
        return {
          ...ok(null),
          isOnlyBegun: true,
          afterCommit: async () => withTag(await themes.record(organisation, changed)),
        };
      },
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
      largeBody: bodyOf('derive', deriveThemeBody),
      bodyLimit: BODY_LIMIT,
      cost,
      furtherFaults: ({ params, body, caller }) =>
        themes.faultsIn(caller.organisation, body as Uint8Array, params.id),
      responses: { 200: { description: 'What the theme would be', data: derivedThemeSchema } },
      handler: async ({ params, body, caller }) =>
        okJson(await themes.derive(caller.organisation, params.id, body)),
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
