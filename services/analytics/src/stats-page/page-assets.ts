import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export interface PageAsset {
  /** Name with a digest of the content: may be kept for good. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  readonly gzipped: Buffer;
}

const load = (file: string, extension: string, mediaType: string): PageAsset => {
  const content = readFileSync(new URL(`./assets/${file}.${extension}`, import.meta.url));
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  return {
    name: `${file}.${digest}.${extension}`,
    mediaType,
    content,
    gzipped: gzipSync(content, { level: 9 }),
  };
};

export interface PageAssets {
  readonly style: PageAsset;
  readonly script: PageAsset;
}

/** Style sheet and script of the pages, read at the start. */
export const loadPageAssets = (): PageAssets => ({
  style: load('stats-page', 'css', 'text/css; charset=utf-8'),
  script: load('stats-page', 'js', 'text/javascript; charset=utf-8'),
});
