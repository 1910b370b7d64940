import { metaTags } from './html/head-tags.ts';
import type { HeaderPair } from './fetch-result.ts';
import { attribute } from './html/element.ts';
import type { Page } from './html/page.ts';
import { headerValues } from './headers/response-headers.ts';

/** A line of `X-Robots-Tag`. */
export interface RobotsTag {
  /** The crawler that it is meant for, lower case; null for all. */
  crawler: string | null;
  /** Separated by commas, as written. */
  directives: string;
  /** The whole line. */
  raw: string;
}

/** Directives with a value. Any other name before the first colon is a crawler's. */
const VALUED: ReadonlySet<string> = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);

/** Parses an answer's `X-Robots-Tag` lines, each with its crawler. */
export const robotsTags = (headers: readonly HeaderPair[]): RobotsTag[] => {
  return headerValues(headers, 'x-robots-tag').map((raw) => {
    const [prefix = '', name = ''] = /^([^,:]+):/.exec(raw) ?? [];
    const crawler = name.trim().toLowerCase();
    if (crawler === '' || VALUED.has(crawler)) return { crawler: null, directives: raw, raw };
    return { crawler, directives: raw.slice(prefix.length), raw };
  });
};

/**
 * All that the `<meta>` elements of this lower-case name say, separated by commas; null without
 * one. Crawlers heed the sum of them.
 */
export const robotsMeta = (page: Page, name: string): string | null => {
  const said = metaTags(page, name).map((meta) => attribute(meta, 'content') ?? '');
  return said.length === 0 ? null : said.join(', ');
};
