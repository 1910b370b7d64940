import { attribute, textOf, tokens } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

export interface Anchor {
  element: PageElement;
  /** As written. */
  href: string;
  /** Resolved; null when it can't be. */
  url: URL | null;
  text: string;
  rel: string[];
}

const cache = new WeakMap<Page, Anchor[]>();

/** The `<a href>` elements of a page, those in drawings too, resolved once for all checks. */
export const anchors = (page: Page): readonly Anchor[] => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const found: Anchor[] = [];
  for (const element of page.all('a')) {
    const href = attribute(element, 'href');
    if (href === null) continue;
    found.push({
      element,
      href,
      url: page.resolve(href),
      text: textOf(element),
      rel: tokens(element, 'rel'),
    });
  }
  cache.set(page, found);
  return found;
};

/** Links to web pages, except to fragments of this page. */
export const webLinks = (page: Page): Anchor[] => {
  return anchors(page).filter(({ url }) => {
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
    return url.hash === '' || withoutHash(url) !== withoutHash(page.url);
  });
};

/** A URL without its fragment. */
export const withoutHash = (url: URL): string => {
  // `#` alone is an empty hash that `href` keeps.
  return url.href.replace(/#.*$/s, '');
};

/** A candidate of a srcset. */
export interface SrcsetCandidate {
  url: string;
  /** `2x` or `640w`; empty without one. */
  descriptor: string;
}

/**
 * The candidates of a srcset (HTML, "parse a srcset attribute"): a URL may contain commas, but not end
 * with one.
 */
export const srcsetCandidates = (srcset: string): SrcsetCandidate[] => {
  const found: SrcsetCandidate[] = [];
  let rest = srcset;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const [token] = /^\S+/.exec(rest) ?? [];
    if (token === undefined) return found;
    rest = rest.slice(token.length);
    const url = token.replace(/(?<!,),+$/, '');
    let descriptor = '';
    if (url === token) {
      const end = /^(?:[^,(]|\([^)]*\)?)*/.exec(rest)?.[0] ?? '';
      descriptor = end.trim();
      rest = rest.slice(end.length);
    }
    found.push({ url, descriptor });
  }
};

/** Their URLs, as written. */
export const srcsetUrls = (srcset: string): string[] => srcsetCandidates(srcset).map(({ url }) => url);
