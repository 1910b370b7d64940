import { attribute, type Page, type PageElement, textOf, tokens } from './page.ts';

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

/** The `<a href>` elements of a page, resolved once for all checks. */
export function anchors(page: Page): readonly Anchor[] {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const found: Anchor[] = [];
  for (const element of page.all('a')) {
    const href = attribute(element, 'href');
    if (href === null || element.foreign) continue;
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
}

/** Links to web pages, without those to a place in this same page. */
export function webLinks(page: Page): Anchor[] {
  return anchors(page).filter(({ url }) => {
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
    return url.hash === '' || withoutHash(url) !== withoutHash(page.url);
  });
}

/** A URL without its fragment. */
export function withoutHash(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, url.href.indexOf('#'));
}
