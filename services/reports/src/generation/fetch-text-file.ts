import { constants, createGunzip } from 'node:zlib';

import type { GuardedFetch } from '@platform/guard';

import type { TextFile } from '../page/fetch-result.ts';
import { mediaTypeOf } from './target.ts';

/** As much of a robots.txt as Google reads, and enough of a sitemap to recognise one. */
export const TEXT_FILE_BYTES = 512 * 1024;

/**
 * Unpacks a gzipped file, as sitemaps often are (without a Content-Encoding), up to the limit. A
 * truncated file is unpacked as far as it goes.
 */
const unpack = async (packed: Buffer, maxBytes: number): Promise<Buffer> => {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    gunzip.end(packed);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
    return Buffer.concat(chunks);
  } catch {
    return packed;
  }
};

/** Fetches a text file of a site, UTF-8, cut at 512 KiB by default. @throws GuardError */
export const fetchTextFile = async (
  fetch: GuardedFetch,
  url: string,
  options: { maxRedirects: number; signal: AbortSignal; maxBytes?: number },
): Promise<TextFile> => {
  const { maxBytes = TEXT_FILE_BYTES } = options;
  const response = await fetch(url, { ...options, maxBytes, overflow: 'truncate' });
  const found = response.status >= 200 && response.status < 300;
  const content = found ? await unpack(response.body, maxBytes) : Buffer.alloc(0);
  return {
    url,
    finalUrl: response.finalUrl,
    status: response.status,
    mediaType: mediaTypeOf(response),
    text: new TextDecoder().decode(content.subarray(0, maxBytes)),
    bytes: response.body.length,
    truncated: response.truncated || content.length > maxBytes,
  };
};
