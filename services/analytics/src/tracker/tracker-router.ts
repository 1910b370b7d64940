import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Request, RequestHandler } from 'express';

import { createNavigationScript, createPlausibleScript, createProductScripts } from './tracker-script.ts';
import type { TrackerScript } from './tracker-script.ts';

/** A day, and a week in which the old script may be used while the new one is fetched. */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/** Parameters of the address that ask for the larger script. */
const EXTRAS = ['site', 'manual', 'canonical'];

const serve =
  (script: TrackerScript): RequestHandler<object> =>
  (request, response) => {
    const isPlain = EXTRAS.every((name) => request.query[name] === undefined);
    const { code, gzip, etag } = isPlain ? script : (script.finder ?? script);
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

/**
 * Serves the scripts that websites load, and by the names of Plausible's those that its clients load
 * from `/c/{site_key}/js/`, Matomo's and GoatCounter's from `/c/{site_key}/`.
 */
export const createTrackerRouter = (scripts: readonly TrackerScript[], collectPath: string): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const script of [...scripts, ...createProductScripts()]) router.get(script.path, serve(script));
  // Made on demand: there is one for each website.
  const made = new LRUCache<string, TrackerScript>({ max: 500 });
  const navigation = serve(createNavigationScript('', collectPath));
  const paths = ['/c/:siteKey/js/:name', '/c/:siteKey/js/:name/navigation.js'];
  router.get(paths, (request: Request<{ siteKey: string; name: string }>, response, next) => {
    const { siteKey, name } = request.params;
    const key = `${siteKey} ${name}`;
    const script = made.get(key) ?? createPlausibleScript(siteKey, name, collectPath);
    if (!script) {
      next();
      return;
    }
    made.set(key, script);
    const answer = request.path.endsWith('/navigation.js') ? navigation : serve(script);
    void answer(request, response, next);
  });
  return router;
};
