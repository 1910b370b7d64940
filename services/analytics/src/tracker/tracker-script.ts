import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script as it is sent. */
export interface TrackerScript {
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
export const createPlausibleScript = (
  siteKey: string,
  name: string,
  collectPath: string,
): TrackerScript | null => {
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
export const createProductScripts = (): readonly TrackerScript[] =>
  Object.entries(PRODUCT_FILES).map(([name, file]) => createScript(file, `/c/:siteKey/${name}`, ''));

/** Makes the script that tells of navigations, which the tracker loads below its own path. */
export const createNavigationScript = (trackerPath: string, collectPath: string): TrackerScript =>
  createScript('./navigation.min.js', `${trackerPath}/navigation.js`, collectPath);

/** All scripts that websites load. */
export const createScripts = (trackerPath: string, collectPath: string): readonly TrackerScript[] => [
  createTrackerScript(trackerPath, collectPath),
  createNavigationScript(trackerPath, collectPath),
  createVitalsScript(trackerPath, collectPath),
  createClicksScript(trackerPath, collectPath),
];
