import { gzipSync } from 'node:zlib';

import type { BuiltStatisticsPages } from '@platform/pages';
import { notFound } from '@platform/errors';
import type { Request, Response, Router } from 'express';

import { MAP_HEIGHT, MAP_WIDTH } from './map-projection.ts';
import { worldGeometry } from './world-geometry.ts';

const send = (
  request: Request,
  response: Response,
  file: { mediaType: string; cacheControl: string; content: Buffer; gzipped: Buffer },
): void => {
  response.setHeader('Content-Type', file.mediaType);
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.acceptsEncodings('gzip') === false) response.send(file.content);
  else response.setHeader('Content-Encoding', 'gzip').send(file.gzipped);
};

const drawWorld = () => ({ width: MAP_WIDTH, height: MAP_HEIGHT, countries: worldGeometry() });

let drawn: ReturnType<typeof drawWorld> | undefined;

/** The outlines of countries, for whoever draws a map; computed when the first one is drawn. */
export const world = (): ReturnType<typeof drawWorld> => (drawn ??= drawWorld());

/** Serves the files of the pages, and the outlines of countries. */
export const serveAssets = (router: Router, built: () => Promise<BuiltStatisticsPages>): void => {
  let file: { content: Buffer; gzipped: Buffer } | undefined;
  const worldFile = () => {
    const content = Buffer.from(JSON.stringify(world()));
    return { content, gzipped: gzipSync(content, { level: 9 }) };
  };
  router.get('/s/assets/world.json', (request, response) => {
    send(request, response, {
      mediaType: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=86400',
      ...(file ??= worldFile()),
    });
  });
  router.get('/s/assets/:name', async (request, response, next) => {
    const asset = (await built()).assets.get(request.params['name']);
    if (asset === undefined) next(notFound('path'));
    else send(request, response, { ...asset, cacheControl: 'public, max-age=31536000, immutable' });
  });
};
