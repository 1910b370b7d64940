import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The script as it is sent. */
export interface TrackerScript {
  readonly code: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

/**
 * Makes the script for the configured paths. It finds the endpoint relative to its own address, so
 * that one script serves any public address, also below a path.
 */
export const createTrackerScript = (trackerPath: string, collectPath: string): TrackerScript => {
  const endpoint = posix.relative(posix.dirname(trackerPath), collectPath);
  const template = readFileSync(new URL('./tracker.min.js', import.meta.url), 'utf8').trimEnd();
  const code = Buffer.from(template.replace('__COLLECT__', endpoint));
  const etag = `"${createHash('sha256').update(code).digest('base64url').slice(0, 16)}"`;
  return { code, gzip: gzipSync(code, { level: 9 }), etag };
};
