import { attribute, tokens } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';
import { parsePage } from '../page/html/page.ts';
import type { Page } from '../page/html/page.ts';
import type { ResourceKind, ResourceReference } from '../page/resource-facts.ts';

/** A map, as the page chooses the key: an object would also have `constructor`. */
const AS: ReadonlyMap<string, ResourceKind> = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['style', 'stylesheet'],
  ['font', 'font'],
  ['image', 'image'],
]);

type Found = [reference: string | null, kind: ResourceKind, initiator: string];

const referencesOf = (element: PageElement): Found[] => {
  switch (element.name) {
    case 'script':
      return isScript(element) ? [[attribute(element, 'src'), 'script', 'script[src]']] : [];
    case 'img':
      return [[attribute(element, 'src') ?? firstCandidate(element), 'image', 'img[src]']];
    case 'input':
      return attribute(element, 'type') === 'image'
        ? [[attribute(element, 'src'), 'image', 'input[src]']]
        : [];
    case 'video':
    case 'audio':
      return [
        [attribute(element, 'poster'), 'image', 'video[poster]'],
        [
          attribute(element, 'preload') === 'none' ? null : attribute(element, 'src'),
          'media',
          `${element.name}[src]`,
        ],
      ];
    case 'iframe':
      return [[attribute(element, 'src'), 'frame', 'iframe[src]']];
    case 'link':
      return linkReferences(element);
    default:
      return [];
  }
};

const linkReferences = (element: PageElement): Found[] => {
  const rel = tokens(element, 'rel');
  const href = attribute(element, 'href');
  if (rel.includes('stylesheet')) {
    return rel.includes('alternate') ? [] : [[href, 'stylesheet', 'link[rel=stylesheet]']];
  }
  if (rel.includes('modulepreload')) return [[href, 'script', 'link[rel=modulepreload]']];
  if (rel.includes('preload')) {
    const kind = AS.get((attribute(element, 'as') ?? '').toLowerCase()) ?? 'preload';
    return [[href, kind, 'link[rel=preload]']];
  }
  return rel.includes('manifest') ? [[href, 'manifest', 'link[rel=manifest]']] : [];
};

const isScript = (element: PageElement): boolean => {
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /(?:java|ecma)script$/.test(type);
};

/** The first URL of a srcset: `a.jpg 1x, b.jpg 2x`. */
const firstCandidate = (element: PageElement): string | null => {
  return /^[\s,]*([^\s,]\S*[^\s,])/.exec(attribute(element, 'srcset') ?? '')?.[1] ?? null;
};

const cssUrls = (element: PageElement): string[] => {
  const text = element.node.childNodes[0];
  const css =
    element.name === 'style' && text !== undefined && 'value' in text
      ? text.value
      : (attribute(element, 'style') ?? '');
  if (!css.includes('url(')) return [];
  // An unquoted address can't contain a bracket (CSS Syntax 3, 4.3.6), which also keeps this
  // linear.
  return [...css.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
};

const kindByName = (reference: string): ResourceKind => {
  if (/\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i.test(reference)) return 'font';
  if (/\.css(?:[?#]|$)/i.test(reference)) return 'stylesheet';
  return 'image';
};

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
