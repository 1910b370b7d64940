import { gunzipSync } from 'node:zlib';

import type { GuardedFetch } from '@platform/guard';

import type { TextFile } from '../checks/page-artifacts.ts';
import { mediaTypeOf } from './probe.ts';

/** What Google reads of a robots.txt, and enough of a sitemap to tell whether it is one. */
export const TEXT_FILE_BYTES = 512 * 1024;

/** Sitemaps are often kept compressed, as files; that is no Content-Encoding. */
const unpack = (bytes: Buffer): Buffer => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: TEXT_FILE_BYTES });
  } catch {
    return bytes;
  }
};

/** Fetches a text file of a site, UTF-8, cut at 512 KiB. @throws GuardError */
export const fetchTextFile = async (
  fetch: GuardedFetch,
  url: string,
  options: { maxRedirects: number; signal: AbortSignal },
): Promise<TextFile> => {
  const response = await fetch(url, { ...options, maxBytes: TEXT_FILE_BYTES, overflow: 'truncate' });
  const found = response.status >= 200 && response.status < 300;
  return {
    url,
    finalUrl: response.finalUrl,
    status: response.status,
    mediaType: mediaTypeOf(response),
    text: found ? new TextDecoder().decode(unpack(response.body)) : '',
    bytes: response.body.length,
    truncated: response.truncated,
  };
};
