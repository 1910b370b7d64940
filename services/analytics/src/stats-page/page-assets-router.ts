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

/** The outlines of countries, for whoever draws a map. */
export const WORLD = { width: MAP_WIDTH, height: MAP_HEIGHT, countries: worldGeometry() };

/** Serves the files of the pages, and the outlines of countries. */
export const serveAssets = (router: Router, built: () => Promise<BuiltStatisticsPages>): void => {
  const world = Buffer.from(JSON.stringify(WORLD));
  const worldGzipped = gzipSync(world, { level: 9 });
  router.get('/s/assets/world.json', (request, response) => {
    send(request, response, {
      mediaType: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=86400',
      content: world,
      gzipped: worldGzipped,
    });
  });
  router.get('/s/assets/:name', async (request, response, next) => {
    const asset = (await built()).assets.get(request.params['name']);
    if (asset === undefined) next(notFound('path'));
    else send(request, response, { ...asset, cacheControl: 'public, max-age=31536000, immutable' });
  });
};
