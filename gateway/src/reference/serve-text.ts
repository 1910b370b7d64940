import { methodNotAllowed } from '@platform/errors';
import type { Router } from 'express';

const CACHE = 'public, max-age=3600';

/**
 * Serves a fixed text to GET and HEAD; every other method is answered with 405.
 * @param type its media type, with the charset
 */
export const serveText = (router: Router, path: string, type: string, text: string): void => {
  router
    .route(path)
    .get((_request, response) => {
      response
        .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': CACHE, 'Content-Type': type })
        .send(text);
    })
    .all(() => {
      throw methodNotAllowed(['GET', 'HEAD']);
    });
};
