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
  /** Sent in its place where the address has a parameter `site`. */
  readonly finder?: TrackerScript;
}

const createScript = (file: string, path: string, collectPath: string): TrackerScript => {
  const endpoint = posix.relative(posix.dirname(path), collectPath);
  const template = readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd();
  const code = Buffer.from(template.replace('__COLLECT__', endpoint));
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

/** All scripts that websites load. */
export const createScripts = (trackerPath: string, collectPath: string): readonly TrackerScript[] => [
  createTrackerScript(trackerPath, collectPath),
  createScript('./navigation.min.js', `${trackerPath}/navigation.js`, collectPath),
  createVitalsScript(trackerPath, collectPath),
];
