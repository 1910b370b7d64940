import { attribute, tokens } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';
import { framedPages, parsePage } from '../page/html/page.ts';
import type { Page } from '../page/html/page.ts';
import { srcsetCandidates } from '../page/html/links.ts';
import type { SrcsetCandidate } from '../page/html/links.ts';
import { cssReferences, scriptReferences } from '../page/html/scripts-and-styles.ts';
import type { ResourceKind, ResourceReference } from '../page/page-artifacts.ts';

/** A map, as the page chooses the key: an object would also have `constructor`. */
const AS: ReadonlyMap<string, ResourceKind> = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['style', 'stylesheet'],
  ['font', 'font'],
  ['image', 'image'],
]);

type Found = [reference: string | null, kind: ResourceKind, initiator: string, isShown?: boolean];

/** Lighthouse's phone: CSS pixels of its width, and device pixels in each. */
const PHONE = { width: 412, density: 1.75 };

/** The candidate that a phone would choose: the first one sharp enough, else the sharpest. */
const chosenOf = (candidates: readonly SrcsetCandidate[]): string | null => {
  const sharpness = ({ descriptor }: SrcsetCandidate): number => {
    const number = Number.parseFloat(descriptor);
    if (descriptor.endsWith('w')) return number / PHONE.width;
    return Number.isNaN(number) ? 1 : number;
  };
  const sorted = candidates.toSorted((a, b) => sharpness(a) - sharpness(b));
  return (sorted.find((one) => sharpness(one) >= PHONE.density) ?? sorted.at(-1))?.url ?? null;
};

/** Types that every browser of today shows. */
const SHOWN_TYPES = /^image\/(?:avif|webp|jpe?g|png|gif|svg\+xml)$/;

/** The sources of a `<picture>` before its image, in the order in which browsers try them. */
const sourcesAround = (image: PageElement, page: Page): PageElement[] =>
  image.parent?.name === 'picture' ? page.all('source').filter(({ parent }) => parent === image.parent) : [];

const isUsable = (source: PageElement): boolean => {
  const type = attribute(source, 'type')?.trim().toLowerCase() ?? '';
  const media = attribute(source, 'media')?.trim().toLowerCase() ?? '';
  return (type === '' || SHOWN_TYPES.test(type)) && (media === '' || media === 'all' || media === 'screen');
};

const imageReferences = (image: PageElement, page: Page): Found[] => {
  const chosenSource = sourcesAround(image, page).find(isUsable);
  const candidates = srcsetCandidates(attribute(image, 'srcset') ?? '');
  const chosen = chosenSource === undefined ? (chosenOf(candidates) ?? attribute(image, 'src')) : null;
  const all = [attribute(image, 'src'), ...candidates.map(({ url }) => url)];
  return all.map((url, index): Found => [
    url,
    'image',
    index === 0 ? 'img[src]' : 'img[srcset]',
    url === chosen,
  ]);
};

const sourceReferences = (source: PageElement, page: Page): Found[] => {
  if (source.parent?.name !== 'picture') {
    const src = attribute(source, 'src');
    const isFirst = page.all('source').find(({ parent }) => parent === source.parent) === source;
    const isLoaded = isFirst && source.parent !== null && attribute(source.parent, 'preload') !== 'none';
    return [[src, 'media', 'source[src]', isLoaded]];
  }
  const siblings = page.all('source').filter(({ parent }) => parent === source.parent);
  const candidates = srcsetCandidates(attribute(source, 'srcset') ?? '');
  const chosen = siblings.find(isUsable) === source ? chosenOf(candidates) : null;
  return candidates.map(({ url }): Found => [url, 'image', 'source[srcset]', url === chosen]);
};

const SOCIAL = new Set(['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image']);

const referencesOf = (element: PageElement, page: Page): Found[] => {
  switch (element.name) {
    case 'script':
      return isScript(element) ? [[attribute(element, 'src'), 'script', 'script[src]']] : [];
    case 'img':
      return imageReferences(element, page);
    case 'source':
      return sourceReferences(element, page);
    case 'meta': {
      const name = (attribute(element, 'property') ?? attribute(element, 'name') ?? '').trim().toLowerCase();
      return SOCIAL.has(name) ? [[attribute(element, 'content'), 'image', `meta[${name}]`, false]] : [];
    }
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
  if (rel.some((one) => one.startsWith('apple-touch-icon')))
    return [[href, 'image', 'link[rel=apple-touch-icon]', false]];
  return rel.includes('manifest') ? [[href, 'manifest', 'link[rel=manifest]']] : [];
};

const isScript = (element: PageElement): boolean => {
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /(?:java|ecma)script$/.test(type);
};

const cssOf = (element: PageElement): string => {
  const text = element.node.childNodes[0];
  return element.name === 'style' && text !== undefined && 'value' in text
    ? text.value
    : (attribute(element, 'style') ?? '');
};

/** Facts that the gatherer needs about a page before it requests more. */
export interface Discovery {
  /** In document order, each URL once. */
  resources: ResourceReference[];
  /** The first icon the page declares, or null. */
  icon: string | null;
  /** The first canonical address that the head declares, where it isn't the page's own; or null. */
  canonical: string | null;
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
  let canonical: string | null = null;
  const add = (reference: string | null, kind: ResourceKind, initiator: string, isShown = true) => {
    if (reference === null || reference.trim() === '' || found.size >= MOST) return;
    const target = page.resolve(reference);
    if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return;
    target.hash = '';
    const known = found.get(target.href);
    const hidden = isShown ? {} : { isShown };
    if (known === undefined) found.set(target.href, { url: target.href, kind, initiator, ...hidden });
    else if (isShown) delete known.isShown;
  };

  const addFrom = (document: Page, element: PageElement): void => {
    const addOf = (reference: string | null, ...rest: [ResourceKind, string, boolean?]): void => {
      add(reference === null ? null : (document.resolve(reference)?.href ?? null), ...rest);
    };
    for (const found of referencesOf(element, document)) addOf(...found);
    for (const { url: reference, kind } of cssReferences(cssOf(element))) addOf(reference, kind, 'style');
    if (element.name !== 'script' || attribute(element, 'src') !== null) return;
    for (const { url: reference, isModule } of scriptReferences(element))
      if (isModule) addOf(reference, 'script', 'import');
  };
  for (const element of page.elements) {
    icon ??= iconOf(element, page);
    canonical ??= canonicalOf(element, page);
    addFrom(page, element);
  }
  for (const [, inner] of framedPages(page)) for (const element of inner.elements) addFrom(inner, element);
  return { resources: [...found.values()], icon, canonical };
};

const canonicalOf = (element: PageElement, page: Page): string | null => {
  if (element.name !== 'link' || !element.inHead || !tokens(element, 'rel').includes('canonical'))
    return null;
  const target = page.resolve(attribute(element, 'href') ?? '');
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') return null;
  target.hash = '';
  return target.href === page.url.href ? null : target.href;
};

const iconOf = (element: PageElement, page: Page): string | null => {
  if (element.name !== 'link' || !tokens(element, 'rel').includes('icon')) return null;
  const target = page.resolve(attribute(element, 'href') ?? '');
  return target?.protocol === 'https:' || target?.protocol === 'http:' ? target.href : null;
};
