import { created, createRouter, deleted, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter, Idempotency } from '@platform/http';

import { pageJson } from '../paging/page.ts';
import { pageSchema } from '../paging/paging-schema.ts';
import { paletteJson } from './palette-json.ts';
import { PICTURE_TYPES, renderPicture } from './palette-picture.ts';
import {
  createPaletteBody,
  deletePaletteQuery,
  listPalettesQuery,
  paletteSchema,
} from './palettes-schema.ts';
import type { PalettesService } from './palettes-service.ts';

export interface PalettesRouterDeps {
  palettes: PalettesService;
  idempotency: Idempotency;
}

export const createPalettesRouter = ({ palettes, idempotency }: PalettesRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Palettes', [
    endpoint({
      method: 'POST',
      path: '/palettes',
      summary: 'Generate a new colour palette',
      description:
        'The base colour comes first and is never changed. Any two colours differ visibly (ΔEOK of at least 0.02), and the same request gives the same colours.',
      scope: 'palettes:write',
      idempotency,
      body: createPaletteBody,
      responses: { 201: { description: 'The new palette', data: paletteSchema } },
      handler: async ({ body, caller }) => {
        const palette = await palettes.create(caller.organisation, body);
        return created(paletteJson(palette), `/v1/palettes/${palette.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/palettes',
      summary: 'List palettes',
      description: 'Newest first.',
      scope: 'palettes:read',
      query: listPalettesQuery,
      responses: { 200: { description: 'A page of palettes', data: pageSchema(paletteSchema) } },
      handler: async ({ query, caller }) =>
        ok(pageJson(await palettes.list(caller.organisation, query), paletteJson)),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id',
      summary: 'Retrieve a saved palette',
      description: 'With `Accept: image/svg+xml` or `image/png`, a picture of it: a sheet of swatches.',
      scope: 'palettes:read',
      params: { id: typeId('pal', 'palette') },
      responses: { 200: { description: 'The palette', data: paletteSchema, mediaTypes: PICTURE_TYPES } },
      handler: async ({ params, caller, request, response }) => {
        const palette = await palettes.show(caller.organisation, params.id);
        response.vary('Accept');
        const wanted = request.accepts('application/json', ...PICTURE_TYPES);
        const pictureType = PICTURE_TYPES.find((type) => type === wanted);
        if (pictureType === undefined) return ok(paletteJson(palette));
        // A palette never changes, so neither does its picture.
        response
          .set('ETag', `"${palette.id}.${pictureType}.1"`)
          .set('Cache-Control', 'private, max-age=86400');
        if (request.fresh) {
          response.status(304).end();
          return undefined;
        }
        const picture = await renderPicture(palette, pictureType);
        response
          .set('Content-Disposition', `inline; filename="${palette.id}.${picture.extension}"`)
          .type(pictureType)
          .send(picture.bytes);
        return undefined;
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/palettes/:id',
      summary: 'Delete a palette',
      scope: 'palettes:write',
      params: { id: typeId('pal', 'palette') },
      query: deletePaletteQuery,
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: async ({ params, query, caller }) => {
        await palettes.delete(caller.organisation, params.id, query.cascade);
        return deleted(params.id, 'palette');
      },
    }),
  ]);
