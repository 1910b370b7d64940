import type { HeaderPair } from '../page-artifacts.ts';
import { attribute, tokens } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';
import { headerValues } from '../headers/response-headers.ts';

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * True if the primary subtag of a BCP 47 tag is a language: two letters by ISO 639-1, three by
 * form, unless the language has two (`eng` is `en`; RFC 5646 §2.2.1).
 */
export const isLanguage = (tag: string): boolean => {
  const primary = (tag.split('-')[0] ?? '').toLowerCase();
  if (/^[a-z]{3}$/.test(primary)) return new Intl.Locale(primary).language === primary;
  return /^[a-z]{2}$/.test(primary) && languages.of(primary) !== undefined;
};

/** Known to Unicode, but not country codes: the United Kingdom is GB, and a union has none. */
const NO_COUNTRIES = new Set(['UK', 'EU', 'EZ', 'UN']);

/**
 * True if the tag's region subtag, where it has one, is a region of ISO 3166-1 or UN M.49. Three
 * letters are not a region, but an extended language (`zh-cmn`; RFC 5646 §2.2.2).
 */
export const hasKnownRegion = (tag: string): boolean => {
  const [, ...subtags] = tag.split('-');
  const [second = ''] = subtags;
  if (/^[a-z]{3}$/i.test(second) && languages.of(second.toLowerCase()) === undefined) return false;
  const region = subtags.find((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/i.test(subtag));
  if (region === undefined) return true;
  return !NO_COUNTRIES.has(region.toUpperCase()) && regions.of(region.toUpperCase()) !== undefined;
};

/** The `<meta name=…>` elements of the head with this lower-case name. */
export const metaTags = (page: Page, name: string): PageElement[] => {
  return page
    .all('meta')
    .filter((meta) => meta.inHead && (attribute(meta, 'name') ?? '').trim().toLowerCase() === name);
};

/** The content of the first `<meta name=…>` in the head, or null without one. */
export const metaContent = (page: Page, name: string): string | null => {
  const meta = metaTags(page, name)[0];
  return meta === undefined ? null : (attribute(meta, 'content') ?? '');
};

/** The first `<meta property=…>` (or `name=…`, as many write it). */
export const propertyTag = (page: Page, property: string): PageElement | undefined =>
  page.all('meta').find((meta) => {
    const key = attribute(meta, 'property') ?? attribute(meta, 'name') ?? '';
    return key.trim().toLowerCase() === property;
  });

/** Its content, or null without one. */
export const metaProperty = (page: Page, property: string): string | null => {
  const meta = propertyTag(page, property);
  return meta === undefined ? null : (attribute(meta, 'content') ?? '');
};

/**
 * The contents of the `<meta http-equiv=…>` elements with this lower-case name. Browsers heed most of
 * them in the body, too; `headOnly` leaves those out.
 */
export const httpEquiv = (page: Page, name: string, headOnly = true): string[] => {
  return page
    .all('meta')
    .filter(
      (meta) =>
        (meta.inHead || !headOnly) && (attribute(meta, 'http-equiv') ?? '').trim().toLowerCase() === name,
    )
    .map((meta) => attribute(meta, 'content') ?? '');
};

/** A `<link>` of the head or a link of the `Link` header. */
export interface HeadLink {
  /** One of the words of `rel`, in lower case. */
  rel: string;
  href: string;
  hreflang: string;
  /** As it stands in the page or the header. */
  source: string;
  /** The element; null for a header's. */
  at: PageElement | null;
}

/** The links crawlers follow: those in the head and in the `Link` header. */
export const headLinks = (page: Page, headers: readonly HeaderPair[]): HeadLink[] => {
  const links: HeadLink[] = page
    .all('link')
    .filter((link) => link.inHead)
    .flatMap((link) => tokens(link, 'rel').map((rel) => ({ link, rel })))
    .map(({ link, rel }) => ({
      rel,
      href: attribute(link, 'href') ?? '',
      hreflang: attribute(link, 'hreflang') ?? '',
      source: `<link rel="${attribute(link, 'rel') ?? ''}" href="${attribute(link, 'href') ?? ''}">`,
      at: link,
    }));
  for (const value of headerValues(headers, 'link')) {
    for (const [source, href, parameters] of value.matchAll(/<([^<>]*)>(\s*(?:;(?:[^,;"]|"[^"]*")*)*)/g)) {
      const parameter = (name: string) =>
        new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,"]+))`, 'i').exec(parameters ?? '');
      const rel = parameter('rel');
      const hreflang = parameter('hreflang');
      for (const kind of (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).filter(Boolean))
        links.push({
          rel: kind,
          href: (href ?? '').trim(),
          hreflang: hreflang?.[1] ?? hreflang?.[2] ?? '',
          source: `Link: ${source}`,
          at: null,
        });
    }
  }
  return links;
};

/** A line of `X-Robots-Tag`. */
interface RobotsTag {
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
export const robotsTags = (headers: readonly HeaderPair[]): RobotsTag[] =>
  headerValues(headers, 'x-robots-tag').flatMap((raw) => {
    const tags: RobotsTag[] = [{ crawler: null, directives: '', raw }];
    for (const part of raw.split(',')) {
      // One line may be for several: `badbot: noindex, nofollow, googlebot: nofollow`.
      const [prefix = '', name = ''] = /^\s*([a-z][\w.-]*)\s*:/i.exec(part) ?? [];
      const crawler = name.toLowerCase();
      const isNamed = crawler !== '' && !VALUED.has(crawler);
      if (isNamed) tags.push({ crawler, directives: part.slice(prefix.length), raw });
      else for (const tag of tags.slice(-1)) tag.directives += tag.directives === '' ? part : `,${part}`;
    }
    return tags.filter(({ directives }) => directives.trim() !== '');
  });

/**
 * The contents of all `<meta>` elements with this lower-case name, joined by commas; null without
 * one. Crawlers heed the sum of them.
 */
export const robotsMeta = (page: Page, name: string): string | null => {
  const said = metaTags(page, name).map((meta) => attribute(meta, 'content') ?? '');
  return said.length === 0 ? null : said.join(', ');
};
