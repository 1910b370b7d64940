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
