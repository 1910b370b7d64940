import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';

/** A script as it is sent. */
interface TrackerScript {
  /** Where it is served. */
  readonly path: string;
  readonly code: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  /** Sent in its place where the address has a parameter `site`, `manual` or `canonical`. */
  readonly finder?: TrackerScript;
}

const createScript = (file: string, path: string, collectPath: string, query = ''): TrackerScript => {
  const endpoint = posix.relative(posix.dirname(path), collectPath);
  const template = readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd();
  const code = Buffer.from(template.replace('__COLLECT__', endpoint).replace('__QUERY__', query));
  const etag = `"${createHash('sha256').update(code).digest('base64url').slice(0, 16)}"`;
  return { path, code, gzip: gzipSync(code, { level: 9 }), etag };
};

/**
 * Makes the script for the configured paths. It finds the endpoint relative to its own address, so
 * that one script serves any public address, also below a path. With `?site` in its address it also finds
 * the website's key, wherever the page has it.
 */
export const createTrackerScript = (trackerPath: string, collectPath: string): TrackerScript => ({
  ...createScript('./tracker.min.js', trackerPath, collectPath),
  finder: createScript('./finder.min.js', trackerPath, collectPath),
});

/** Makes the script for web vitals, which is served below the tracker. */
export const createVitalsScript = (trackerPath: string, collectPath: string): TrackerScript => ({
  ...createScript('./vitals.min.js', `${trackerPath}/vitals.js`, collectPath),
  finder: createScript('./vitals-finder.min.js', `${trackerPath}/vitals.js`, collectPath),
});

/** Makes the script that counts clicks by element, which is served below the tracker. */
export const createClicksScript = (trackerPath: string, collectPath: string): TrackerScript =>
  createScript('./clicks.min.js', `${trackerPath}/clicks.js`, collectPath);

/**
 * Names of Plausible's scripts: `script.js`, `script.hash.outbound-links.js`, `plausible.js`, and since 2025
 * one for each website, `pa-XvU3….js`.
 */
const PLAUSIBLE_NAME = /^(?:(?:script|plausible)((?:\.[a-z-]{1,30}){0,12})|pa-[\w-]{1,64})\.js$/;

/**
 * Makes the script that a client of Plausible loads by its name from `/c/{site_key}/js/`.
 * @returns null for what is no name of theirs
 */
const createPlausibleScript = (siteKey: string, name: string, collectPath: string): TrackerScript | null => {
  const match = PLAUSIBLE_NAME.exec(name);
  if (!match || !/^[\w-]{1,64}$/.test(siteKey)) return null;
  const [, extensions] = match;
  const options =
    extensions === undefined
      ? ['pa', ...(name === `pa-${siteKey}-hash.js` ? ['hash'] : [])]
      : ['hash', 'manual'].filter((option) => extensions.split('.').includes(option));
  const query = `?${[`site=${siteKey}`, ...options].join('&')}`;
  return createScript('./plausible.min.js', `/c/${siteKey}/js/${name}`, collectPath, query);
};

/** The files of scripts that pages made for Matomo and GoatCounter load from `/c/{site_key}/`. */
const PRODUCT_FILES = {
  'matomo.js': './matomo.min.js',
  'piwik.js': './matomo.min.js',
  'count.js': './goatcounter.min.js',
} as const;

/** Makes the scripts of other products: they find what they send to beside themselves. */
const createProductScripts = (): readonly TrackerScript[] =>
  Object.entries(PRODUCT_FILES).map(([name, file]) => createScript(file, `/c/:siteKey/${name}`, ''));

/** Makes the script that tells of navigations, which the tracker loads below its own path. */
const createNavigationScript = (trackerPath: string, collectPath: string): TrackerScript =>
  createScript('./navigation.min.js', `${trackerPath}/navigation.js`, collectPath);

/** All scripts that websites load. */
export const createScripts = (trackerPath: string, collectPath: string): readonly TrackerScript[] => [
  createTrackerScript(trackerPath, collectPath),
  createNavigationScript(trackerPath, collectPath),
  createVitalsScript(trackerPath, collectPath),
  createClicksScript(trackerPath, collectPath),
];

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
