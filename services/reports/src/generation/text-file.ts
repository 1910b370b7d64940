import { constants, createGunzip } from 'node:zlib';

import type { GuardedFetch } from '@platform/guard';

import type { TextFile } from '../checks/page-artifacts.ts';
import { mediaTypeOf } from './probe.ts';

/** What Google reads of a robots.txt, and enough of a sitemap to tell whether it is one. */
export const TEXT_FILE_BYTES = 512 * 1024;

/** Sitemaps are often kept compressed, as files; that is no Content-Encoding. Reads up to the limit what is, or was cut off. */
const unpack = async (packed: Buffer): Promise<Buffer> => {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    gunzip.end(packed);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > TEXT_FILE_BYTES) break;
    }
    return Buffer.concat(chunks);
  } catch {
    return packed;
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
  const content = found ? await unpack(response.body) : Buffer.alloc(0);
  return {
    url,
    finalUrl: response.finalUrl,
    status: response.status,
    mediaType: mediaTypeOf(response),
    text: new TextDecoder().decode(content.subarray(0, TEXT_FILE_BYTES)),
    bytes: response.body.length,
    truncated: response.truncated || content.length > TEXT_FILE_BYTES,
  };
};
