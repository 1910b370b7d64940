import { notFound } from '@platform/errors';
import type { Router } from 'express';

import type { PageAssets } from './page-assets.ts';

export const serveAssets = (router: Router, assets: PageAssets): void => {
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
