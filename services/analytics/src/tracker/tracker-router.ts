import { Router } from 'express';
import type { RequestHandler } from 'express';

import type { TrackerScript } from './tracker-script.ts';

/** A day, and a week in which the old script may be used while the new one is fetched. */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

const serve =
  (script: TrackerScript): RequestHandler =>
  (request, response) => {
    const { code, gzip, etag } = request.query['site'] === undefined ? script : (script.finder ?? script);
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': CACHE_CONTROL,
      // Pages of any origin load it, also with `crossorigin` and `integrity`.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const isZipped = request.acceptsEncodings('gzip') === 'gzip';
    if (isZipped) response.set('Content-Encoding', 'gzip');
    response.send(isZipped ? gzip : code);
  };

/** Serves the scripts that websites load. */
export const createTrackerRouter = (scripts: readonly TrackerScript[]): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const script of scripts) router.get(script.path, serve(script));
  return router;
};
