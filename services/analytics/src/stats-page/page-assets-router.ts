import { gzipSync } from 'node:zlib';

import { notFound } from '@platform/errors';
import type { Router } from 'express';

import { MAP_HEIGHT, MAP_WIDTH } from './map-projection.ts';
import type { PageAssets } from './page-assets.ts';
import { worldGeometry } from './world-geometry.ts';

/** Serves the files of the pages, and the outlines of countries for whoever draws a map, such as the console. */
export const serveAssets = (router: Router, assets: PageAssets): void => {
  const world = Buffer.from(
    JSON.stringify({ width: MAP_WIDTH, height: MAP_HEIGHT, countries: worldGeometry() }),
  );
  const worldGzipped = gzipSync(world, { level: 9 });
  router.get('/s/assets/world.json', (request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.setHeader('Vary', 'Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) response.send(world);
    else response.setHeader('Content-Encoding', 'gzip').send(worldGzipped);
  });
  router.get('/s/assets/:name', (request, response, next) => {
    const asset = [assets.style, assets.script].find(({ name }) => name === request.params['name']);
    if (asset === undefined) {
      next(notFound('path'));
      return;
    }
    response.setHeader('Content-Type', asset.mediaType);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) response.send(asset.content);
    else response.setHeader('Content-Encoding', 'gzip').send(asset.gzipped);
  });
};
