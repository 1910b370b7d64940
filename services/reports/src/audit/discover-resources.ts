import type { ResourceKind, ResourceReference } from '../page/resource-facts.ts';
import { parsePage } from '../page/html/page.ts';
import { attribute, tokens } from '../page/html/element.ts';
import type { Page } from '../page/html/page.ts';
import type { PageElement } from '../page/html/element.ts';
import { cssUrls, kindByName } from './css-references.ts';
import { referencesOf } from './element-references.ts';

/** What the gatherer needs to know about a page before it requests more. */
export interface Discovery {
  /** In document order, each URL once. */
  resources: ResourceReference[];
  /** The first icon the page declares, or null. */
  icon: string | null;
}

const MOST = 2000;

/**
 * Lists the files a browser would fetch to show the page, as far as HTML and inline CSS refer to
 * them.
 */
export const discoverResources = (html: string, url: string): Discovery => {
  const page = parsePage(html, url);
  const found = new Map<string, ResourceReference>();
  let icon: string | null = null;
  const add = (reference: string | null, kind: ResourceKind, initiator: string) => {
    if (reference === null || reference.trim() === '' || found.size >= MOST) return;
    const target = page.resolve(reference);
    if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return;
    target.hash = '';
    if (!found.has(target.href)) found.set(target.href, { url: target.href, kind, initiator });
  };

  for (const element of page.elements) {
    icon ??= iconOf(element, page);
    for (const [reference, kind, initiator] of referencesOf(element)) add(reference, kind, initiator);
    for (const reference of cssUrls(element)) add(reference, kindByName(reference), 'style');
  }
  return { resources: [...found.values()], icon };
};

const iconOf = (element: PageElement, page: Page): string | null => {
  if (element.name !== 'link' || !tokens(element, 'rel').includes('icon')) return null;
  const target = page.resolve(attribute(element, 'href') ?? '');
  return target?.protocol === 'https:' || target?.protocol === 'http:' ? target.href : null;
};
