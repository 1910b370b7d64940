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
  isKnown,
} from '@platform/http';
import type { ApiRouter, BodyRead } from '@platform/http';
import type { Caller } from '@platform/identity';
import type { Request, Response } from 'express';

import { imageOf } from '../images/fetch-image.ts';
import type { FetchImage } from '../images/fetch-image.ts';
import { readColors } from '../images/read-colors.ts';
import { costBySize, readImageBody } from '../reading/read-elsewhere.ts';
import { paletteJson } from './palette.ts';
import type { Palette } from './palette.ts';
import { PICTURE_TYPES, renderPicture } from './palette-picture.ts';
import type { PictureType } from './palette-picture.ts';
import {
  createPaletteBody,
  deletePaletteQuery,
  listPalettesQuery,
  updatePaletteBody,
  paletteFromImageBody,
  pictureQuery,
  paletteSchema,
} from './palettes-schema.ts';
import type { ImageBody } from './palettes-schema.ts';
import type { PalettesService } from './palettes-service.ts';
import type { Vision } from '../color/vision.ts';

const sendPicture = async (
  request: Request,
  response: Response,
  palette: Palette,
  type: PictureType,
  vision: Vision | null,
): Promise<void> => {
  // A version never changes, and neither do its pictures.
  const etag = `"${palette.id}.${palette.version}.${type}.${vision ?? 'typical'}.2"`;
  response.set('ETag', etag).set('Cache-Control', 'private, no-cache');
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  const { extension, bytes } = await renderPicture(palette, type, vision);
  response.set('Content-Disposition', `inline; filename="${palette.id}.${extension}"`).type(type).send(bytes);
};

export interface PalettesRouterDeps {
  palettes: PalettesService;
  /** Fetches an image from a public address. */
  fetchImage: FetchImage;
}

/** Decoding the largest image takes a second; most take a hundredth of one. */
const IMAGE_COST = 5;

const TAG_DESCRIPTION = 'Colour palettes made from a base colour by a harmony, and their contrast.';

export const createPalettesRouter = ({ palettes, fetchImage }: PalettesRouterDeps): ApiRouter => {
  const versioned = {
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: string } }) =>
      paletteJson(await palettes.show(caller.organisation, id)),
  };
  return createRouter(envelopeDialect, { name: 'Palettes', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/palettes',
      summary: 'Generate a new colour palette',
      description:
        'The base colour comes first, unchanged. Any two colours differ visibly (by at least 0.02 ΔEOK), and the same request gives the same colours.',
      scope: 'palettes:write',
      body: createPaletteBody,
      versioned: {},
      responses: { 201: { description: 'The new palette', data: paletteSchema } },
      prepare: ({ caller }) => palettes.prepare(caller.organisation),
      handler: async ({ body, caller }) => {
        const palette = await palettes.create(caller.organisation, body);
        return created(paletteJson(palette), `/v1/palettes/${palette.id}`);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/palettes/from-image',
      summary: 'Create a palette from the main colours of an image',
      description:
        'Finds clusters of colours in OKLab. Every colour occurs in the image; the most important one comes first. The image is sent, or fetched from its address.',
      scope: 'palettes:write',
      bodyLimit: '14mb',
      largeBody: {
        schema: paletteFromImageBody,
        read: (sent) => readImageBody(sent) as Promise<BodyRead<ImageBody>>,
      },
      cost: costBySize(IMAGE_COST, 256 * 1024),
      versioned: {},
      responses: { 201: { description: 'The new palette', data: paletteSchema } },
      prepare: async ({ body, caller }) => {
        await palettes.prepare(caller.organisation);
        const image = await imageOf(body, fetchImage);
        return readColors(caller.organisation, image, body.count);
      },
      handler: async ({ body, caller }, colors) => {
        const palette = await palettes.createFromImage(caller.organisation, body, colors);
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
      responses: { 200: { description: 'A page of palettes', data: cursorPageSchema(paletteSchema) } },
      handler: async ({ query, caller }) =>
        ok(cursorPageJson(await palettes.list(caller.organisation, query), paletteJson)),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id',
      summary: 'Retrieve a saved palette',
      description:
        'With `Accept: image/svg+xml` or `image/png`, answers with a picture: a sheet of swatches.',
      scope: 'palettes:read',
      params: { id: typeId('pal', 'palette') },
      versioned,
      responses: { 200: { description: 'The palette', data: paletteSchema, mediaTypes: PICTURE_TYPES } },
      handler: async ({ params, caller, request, response }) => {
        const palette = await palettes.show(caller.organisation, params.id);
        response.vary('Accept');
        const wanted = request.accepts('application/json', ...PICTURE_TYPES);
        const pictureType = PICTURE_TYPES.find((type) => type === wanted);
        if (pictureType === undefined) return ok(paletteJson(palette));
        await sendPicture(request, response, palette, pictureType, null);
        return undefined;
      },
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/picture',
      operationId: 'palettes.picture',
      summary: 'Draw a palette, optionally as seen with a colour vision deficiency',
      description: 'As SVG, or with `Accept: image/png` as PNG.',
      scope: 'palettes:read',
      params: { id: typeId('pal', 'palette') },
      query: pictureQuery,
      responses: {
        200: { description: 'The picture', mediaTypes: PICTURE_TYPES },
        304: { description: 'The picture is the one that `If-None-Match` names' },
      },
      handler: async ({ params, query, caller, request, response }) => {
        const palette = await palettes.show(caller.organisation, params.id);
        response.vary('Accept');
        const wanted = request.accepts(...PICTURE_TYPES);
        const type = PICTURE_TYPES.find((candidate) => candidate === wanted) ?? PICTURE_TYPES[0];
        await sendPicture(request, response, palette, type, query.vision ?? null);
        return undefined;
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/palettes/:id',
      summary: 'Rename a palette',
      description:
        'Changes name and description; `POST /v1/palettes/{id}/regenerate` and `PUT /v1/palettes/{id}/colors` change colours.',
      scope: 'palettes:write',
      params: { id: typeId('pal', 'palette') },
      body: updatePaletteBody,
      versioned,
      responses: { 200: { description: 'The changed palette', data: paletteSchema } },
      handler: async ({ params, body, caller }) =>
        ok(paletteJson(await palettes.update(caller.organisation, params.id, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/palettes/:id',
      summary: 'Delete a palette',
      scope: 'palettes:write',
      params: { id: typeId('pal', 'palette') },
      query: deletePaletteQuery,
      versioned,
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: async ({ params, query, caller }) => {
        await palettes.delete(caller.organisation, params.id, query.cascade);
        return deleted(params.id, 'palette');
      },
    }),
  ]);
};
