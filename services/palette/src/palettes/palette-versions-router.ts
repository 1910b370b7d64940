import { createRouter, endpoint, envelopeDialect, integerId, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { paletteDiff } from './palette-diff.ts';
import { paletteJson } from './palette-json.ts';
import { paletteSchema } from './palette-schema.ts';
import type { PaletteVersionsService } from './palette-versions-service.ts';
import type { PalettesService } from './palettes-service.ts';
import { versionsDiffQuery, versionsJson, versionsSchema } from './version-list.ts';
import { paletteDiffSchema, regeneratePaletteBody } from './versions-schema.ts';

export interface PaletteVersionsRouterDeps {
  palettes: Pick<PalettesService, 'show'>;
  versions: PaletteVersionsService;
}

const params = { id: typeId('pal', 'palette') };

export const createPaletteVersionsRouter = ({ palettes, versions }: PaletteVersionsRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Palettes', [
    endpoint({
      method: 'POST',
      path: '/palettes/:id/regenerate',
      operationId: 'palettes.regenerate',
      summary: 'Generate the colours of a palette again',
      description:
        'Keeps the base and the locked colours, and gives the palette a new version; the last 100 are kept. Themes keep the colours that they were made with until they change. With `If-Match`, only the version of that `ETag` is changed.',
      scope: 'palettes:write',
      params,
      body: regeneratePaletteBody,
      versioned: {
        read: async ({ params: { id }, caller }) => paletteJson(await palettes.show(caller.organisation, id)),
      },
      responses: { 200: { description: 'The new version', data: paletteSchema } },
      handler: async ({ params: { id }, body, caller }) =>
        ok(paletteJson(await versions.regenerate(caller.organisation, id, body))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/versions',
      operationId: 'palettes.versions',
      summary: 'List the versions of a palette',
      description: 'Newest first.',
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'The versions', data: versionsSchema } },
      handler: async ({ params: { id }, caller }) =>
        ok(versionsJson(await versions.versions(caller.organisation, id))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/versions/:version',
      operationId: 'palettes.version',
      summary: 'Retrieve a version of a palette',
      scope: 'palettes:read',
      params: { ...params, version: integerId('version') },
      responses: { 200: { description: 'The palette as it was', data: paletteSchema } },
      handler: async ({ params: { id, version }, caller }) =>
        ok(paletteJson(await versions.version(caller.organisation, id, version))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/diff',
      operationId: 'palettes.diff',
      summary: 'Compare two versions of a palette',
      scope: 'palettes:read',
      params,
      query: versionsDiffQuery,
      responses: { 200: { description: 'What changed', data: paletteDiffSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const { organisation } = caller;
        const to =
          query.to === undefined
            ? await palettes.show(organisation, id)
            : await versions.version(organisation, id, query.to);
        return ok(paletteDiff(await versions.version(organisation, id, query.from), to));
      },
    }),
  ]);
