import type { Category, CheckStatus } from '../checks/check.ts';
import type { CheckRegistry } from '../checks/registry.ts';
import { webLinks, withoutHash, srcsetUrls } from '../page/html/links.ts';
import { attribute, textOf, tokens } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';
import { headLinks, metaContent, robotsMeta, robotsTags } from '../page/html/head-tags.ts';
import { codeOf, cssReferences, withoutComments } from '../page/html/scripts-and-styles.ts';
import { javascriptShell } from '../page/html/javascript-shell.ts';
import { jsonLdBlocks } from '../page/html/json-ld.ts';
import { parsePage, words } from '../page/html/page.ts';
import type { Page } from '../page/html/page.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import { simhash } from '../page/similar-texts.ts';
import { audit } from './audit.ts';

/** A place of a page that another page, or itself, links to. */
interface FragmentLink {
  /** Without the fragment. */
  readonly url: string;
  /** Decoded, without `#`. */
  readonly fragment: string;
}

/** Where a page leads. Addresses are absolute and without fragments, each once. */
interface SurveyLinks {
  /** Addresses that crawlers may follow from here: of `<a>` and `<area>`. */
  readonly links: readonly string[];
  /** Pages shown within this one. */
  readonly frames: readonly string[];
  /**
   * Addresses that are only looked up: images, scripts and other files, links that say nofollow,
   * and addresses in structured data.
   */
  readonly files: readonly string[];
  readonly fragments: readonly FragmentLink[];
  /** Names that fragments may lead to; null for an empty shell, where only scripts know. */
  readonly anchors: readonly string[] | null;
}

const MOST_LINKS = 1000;
const MOST_FILES = 500;
const MOST_FRAGMENTS = 500;
const MOST_ANCHORS = 5000;
const LONGEST_URL = 2048;
const LONGEST_NAME = 300;

/** Attributes that name a file, by element. */
const FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['audio', ['src']],
  ['blockquote', ['cite']],
  ['body', ['background']],
  ['del', ['cite']],
  ['embed', ['src', 'href']],
  ['html', ['manifest']],
  ['img', ['src']],
  ['input', ['src']],
  ['ins', ['cite']],
  ['object', ['data']],
  ['q', ['cite']],
  ['script', ['src']],
  ['source', ['src']],
  ['track', ['src']],
  ['video', ['src', 'poster']],
]);

/** Relations of `<link>` that name no file: hosts to connect to, and what is declared elsewhere. */
const NO_FILE = new Set(['dns-prefetch', 'preconnect', 'canonical', 'pingback', 'search', 'edituri']);

/** Properties of schema.org that hold an address which somebody may open. */
const ADDRESSES = new Set([
  'contentUrl',
  'downloadUrl',
  'embedUrl',
  'image',
  'installUrl',
  'item',
  'logo',
  'mainEntityOfPage',
  'sameAs',
  'screenshot',
  'thumbnailUrl',
  'url',
]);

const isAbsolute = (text: string): boolean => /^https?:\/\//i.test(text);

/** Absolute addresses in structured data. Iterative: it may be nested to any depth. */
const addressesInData = (page: Page): string[] => {
  const found: string[] = [];
  const open: { value: unknown; name: string }[] = jsonLdBlocks(page).map(({ objects }) => ({
    value: objects,
    name: '',
  }));
  for (let one = open.pop(); one !== undefined && found.length < MOST_FILES; one = open.pop()) {
    const { value, name } = one;
    if (typeof value === 'string') {
      if (ADDRESSES.has(name) && isAbsolute(value)) found.push(value);
    } else if (Array.isArray(value)) open.push(...value.map((item: unknown) => ({ value: item, name })));
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.entries(value).map(([key, item]) => ({ value: item as unknown, name: key })));
  }
  return found;
};

const isRefresh = (element: PageElement): boolean =>
  attribute(element, 'http-equiv')?.trim().toLowerCase() === 'refresh';

/** Where a page's `<meta http-equiv="refresh">` leads; crawlers follow it as a link. */
const refreshTargets = (page: Page): string[] =>
  page.all('meta').flatMap((element) => {
    const content = isRefresh(element) ? (attribute(element, 'content') ?? '') : '';
    const target = /^\s*(?:[\d.]+\s*)?[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1]?.trim();
    return target === undefined ? [] : [target];
  });

const filesOf = (element: PageElement): string[] => {
  const named = FILES.get(element.name);
  const found = (named ?? []).flatMap((name) => attribute(element, name) ?? []);
  if (element.name === 'img' || element.name === 'source')
    found.push(...srcsetUrls(attribute(element, 'srcset') ?? ''));
  if (element.name === 'link') {
    const rel = tokens(element, 'rel');
    const isDeclared = rel.includes('alternate') && attribute(element, 'hreflang') !== null;
    const href = attribute(element, 'href');
    if (href !== null && !isDeclared && !rel.some((one) => NO_FILE.has(one))) found.push(href);
  }
  if (element.name === 'meta') {
    const content = attribute(element, 'content')?.trim() ?? '';
    if (isAbsolute(content) && !isRefresh(element)) found.push(content);
  }
  const css = element.name === 'style' ? codeOf(element) : attribute(element, 'style');
  if (css !== null && css !== '') found.push(...cssReferences(withoutComments(css)).map(({ url }) => url));
  return found;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Fragments that lead nowhere in particular: the top, a text (`:~:text=`), or the state of an app
 * (`#!/cart`, `#/cart`).
 */
const isElsewhere = (fragment: string): boolean =>
  fragment === '' || /^top$/i.test(fragment) || /^(?:!|\/|:~:)/.test(fragment) || fragment.includes('=');

const anchorsOf = (page: Page): string[] => {
  const names = new Set<string>();
  for (const element of page.elements) {
    const id = attribute(element, 'id');
    const name = element.name === 'a' || element.name === 'map' ? attribute(element, 'name') : null;
    for (const one of [id, name])
      if (one !== null && one !== '' && one.length <= LONGEST_NAME) names.add(one.replaceAll('\0', ''));
    if (names.size >= MOST_ANCHORS) break;
  }
  return [...names];
};

const MOST_NOSCRIPT = 200_000;

/**
 * The content of `<noscript>`, which crawlers without scripts see, as a page of its own; null
 * without any.
 */
const withoutScripts = (page: Page): Page | null => {
  const source = page.all('noscript').map(codeOf).join('\n').slice(0, MOST_NOSCRIPT);
  return source.includes('<') ? parsePage(source, page.base.href) : null;
};

/**
 * Lists where a page leads, bounded: what a crawl follows, what it only looks up, and which places
 * within pages are linked to.
 * @param isClosed whether the page asks crawlers to follow none of its links
 */
const surveyLinks = (page: Page, isClosed: boolean): SurveyLinks => {
  const plain = withoutScripts(page);
  const parts = plain === null ? [page] : [page, plain];
  const all = (...names: string[]) => parts.flatMap((part) => part.all(...names));
  const followed = new Set<string>();
  const lookedUp = new Set<string>();
  const frames = new Set<string>();
  const fragments = new Map<string, FragmentLink>();
  const add = (to: Set<string>, url: URL | null, most: number): void => {
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || to.size >= most) return;
    const address = withoutHash(url);
    if (address.length <= LONGEST_URL) to.add(address);
  };
  const addFragment = (url: URL): void => {
    const fragment = decoded(url.hash.slice(1));
    const address = withoutHash(url);
    if (isElsewhere(fragment) || fragment.length > LONGEST_NAME || address.length > LONGEST_URL) return;
    if (fragments.size < MOST_FRAGMENTS)
      fragments.set(`${address}#${fragment}`, { url: address, fragment: fragment.replaceAll('\0', '') });
  };

  const areas = all('area').flatMap((area) => {
    const href = attribute(area, 'href');
    const url = href === null ? null : page.resolve(href);
    return url === null ? [] : [{ url, rel: tokens(area, 'rel') }];
  });
  for (const { url, rel } of [...parts.flatMap(webLinks), ...areas]) {
    const isUnfollowed = isClosed || rel.includes('nofollow');
    add(isUnfollowed ? lookedUp : followed, url, isUnfollowed ? MOST_FILES : MOST_LINKS);
  }
  for (const target of refreshTargets(page))
    add(isClosed ? lookedUp : followed, page.resolve(target), MOST_LINKS);
  // Those within this page are no links to a page, but lead to a place.
  for (const element of all('a', 'area')) {
    const url = page.resolve(attribute(element, 'href') ?? '');
    if (url !== null && url.hash !== '' && url.protocol.startsWith('http')) addFragment(url);
  }
  for (const element of parts.flatMap(({ elements }) => elements)) {
    if (element.name === 'iframe' || element.name === 'frame') {
      const src = attribute(element, 'src')?.trim() ?? '';
      if (src !== '') add(frames, page.resolve(src), MOST_LINKS);
    }
    for (const reference of filesOf(element))
      if (reference.trim() !== '') add(lookedUp, page.resolve(reference), MOST_FILES);
  }
  for (const address of addressesInData(page)) add(lookedUp, page.resolve(address), MOST_FILES);
  return {
    links: [...followed],
    frames: [...frames].filter((url) => !followed.has(url)),
    files: [...lookedUp].filter((url) => !followed.has(url) && !frames.has(url)),
    fragments: [...fragments.values()],
    anchors: javascriptShell(page) === null ? anchorsOf(page) : null,
  };
};

/** A check that found something on a page. */
export interface SurveyFinding {
  readonly id: string;
  readonly status: Extract<CheckStatus, 'warn' | 'fail'>;
  readonly message: string;
}

/** Facts that a crawl keeps of a page. Plain data, sent between threads. */
export interface PageSurvey extends SurveyLinks {
  /** 0–100, over the checks that one answer decides. */
  readonly score: number;
  /** By category; those that nothing decided are left out. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  readonly title: string;
  readonly description: string;
  /** Absolute; null without one. */
  readonly canonical: string | null;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  readonly words: number;
  readonly contentHash: bigint;
  readonly isIndexable: boolean;
  readonly findings: readonly SurveyFinding[];
}

/** Evidence that one answer gives. The rest is about files or the whole site. */
const BASES = new Set(['content', 'document', 'response']);
const MOST_ALTERNATES = 200;
const LONGEST_TEXT = 500;

const shortened = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');

/** The checks that one answer decides, of each registry. */
const decidable = new WeakMap<CheckRegistry, CheckRegistry>();

const decidableOf = (registry: CheckRegistry): CheckRegistry => {
  const known = decidable.get(registry);
  if (known !== undefined) return known;
  const found = { ...registry, checks: registry.checks.filter(({ meta }) => BASES.has(meta.basis)) };
  decidable.set(registry, found);
  return found;
};

const isStorable = (url: string): boolean => url.length <= LONGEST_URL;

/** Looks a page of a crawl over: its links, what identifies it, and what checks find. Pure. */
export const surveyPage = (artifacts: PageArtifacts, registry: CheckRegistry): PageSurvey => {
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const tags = robotsTags(artifacts.response.headers).filter(({ crawler }) => crawler === null);
  const directives = [robotsMeta(page, 'robots') ?? '', ...tags.map((tag) => tag.directives)]
    .join(',')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  const isClosed = directives.includes('nofollow') || directives.includes('none');
  const heads = headLinks(page, artifacts.response.headers);
  const canonical = heads.find(({ rel, href }) => rel === 'canonical' && href !== '');
  const canonicalUrl = canonical === undefined ? null : page.resolve(canonical.href);
  const title = page.all('title').find((element) => !element.foreign);
  const { checks, score, categories } = audit(artifacts, decidableOf(registry));
  const found = checks.flatMap(({ id, status, message }) =>
    status === 'warn' || status === 'fail' ? [{ id, status, message: shortened(message) }] : [],
  );
  const text = words(page);
  return {
    title: shortened(title === undefined ? '' : textOf(title)),
    description: shortened(metaContent(page, 'description')?.trim() ?? ''),
    canonical: canonicalUrl?.href ?? null,
    alternates: heads
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .slice(0, MOST_ALTERNATES)
      .flatMap(({ hreflang, href }) => {
        const url = page.resolve(href)?.href;
        return url === undefined || !isStorable(url) ? [] : [{ language: hreflang.toLowerCase(), url }];
      }),
    words: text.length,
    contentHash: simhash(text),
    isIndexable: !directives.includes('noindex') && !directives.includes('none'),
    findings: found,
    score,
    scores: Object.fromEntries(
      categories.flatMap(({ id, score: points }) => (points === null ? [] : [[id, points]])),
    ),
    ...surveyLinks(page, isClosed),
  };
};
