import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { deliveredPolicy } from '../../page/content-security-policy.ts';
import {
  codeOf,
  cssReferences,
  cssTexts,
  inlineScripts,
  scriptReferences,
  withoutComments,
} from '../../page/html/scripts-and-styles.ts';
import { attribute, inOrder, startTag, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { framedPages } from '../../page/html/page.ts';
import type { Page } from '../../page/html/page.ts';
import { srcsetUrls } from '../../page/html/links.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import { count } from '../../page/quantities.ts';

export const mixedContent: Check = {
  meta: {
    id: 'mixed-content',
    category: 'security',
    title: 'Nothing on the page loads over plain HTTP',
    failureTitle: 'The page loads files over plain HTTP',
    importance: 'critical',
    basis: 'content',
    rare: true,
    critical: true,
    docs: {
      why: 'Browsers block scripts, styles and frames over http on an https page, and upgrade images to https, where they may be missing.',
      thresholds:
        'What Chromium does with each. Pass: none, or browsers are told to upgrade them (upgrade-insecure-requests). Warn: images and media, which browsers upgrade. Fail: scripts, styles, fonts, frames, objects and images of a srcset, which they block. Not applicable without HTTPS.',
      fix: 'Use https:// URLs; upgrade-insecure-requests in the policy helps with old content.',
      sources: [
        'https://www.w3.org/TR/mixed-content/',
        'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
      ],
    },
  },
  run({ page, artifacts }) {
    if (page.url.protocol !== 'https:') return notApplicable('The page itself loads over plain HTTP.');
    const found = [
      ...inDocument(page),
      // What is in a frame is where its frame is.
      ...framedPages(page).flatMap(([at, inner]) =>
        [...inDocument(inner), ...ownStyles(inner)].map((one) => ({ ...one, at })),
      ),
      ...inStyles(page, artifacts),
    ];
    const blocked = found.filter(({ isBlocked }) => isBlocked);
    const value = found.length;
    const items = [...blocked, ...found.filter(({ isBlocked }) => !isBlocked)].map(
      ({ snippet, note, at }) => ({
        snippet,
        note,
        at,
      }),
    );
    if (value > 0 && deliveredPolicy(page, artifacts).policy?.has('upgrade-insecure-requests') === true)
      return pass('Browsers load everything over HTTPS, as the policy tells them.', { value, items });
    if (blocked.length > 0)
      return fail(
        `${count(blocked.length, 'file', 'files')} over plain HTTP, which browsers block. Use https.`,
        { value, expected: '0', items },
      );
    if (value > 0)
      return warn(
        `${count(value, 'image or media file', 'images or media files')} over plain HTTP. Use https.`,
        {
          value,
          expected: '0',
          items,
        },
      );
    return pass('Nothing loads over plain HTTP.', { value });
  },
};

/** A reference over plain HTTP. Browsers block it, or try https instead. */
interface PlainReference {
  readonly snippet: string;
  readonly note: string | null;
  readonly at: PageElement | null;
  readonly isBlocked: boolean;
}

/** By element: the attribute that loads something, and whether browsers block it over plain HTTP. */
const LOADS: Readonly<Record<string, readonly (readonly [attribute: string, isBlocked: boolean])[]>> = {
  script: [['src', true]],
  frame: [['src', true]],
  iframe: [['src', true]],
  object: [['data', true]],
  embed: [['src', true]],
  track: [['src', true]],
  audio: [['src', false]],
  video: [
    ['src', false],
    ['poster', false],
  ],
  // Of SVG.
  image: [
    ['href', false],
    ['xlink:href', false],
  ],
  feimage: [
    ['href', false],
    ['xlink:href', false],
  ],
  // Old, and still drawn.
  ...Object.fromEntries(
    ['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map(
      (name) => [name, [['background', false]]] as const,
    ),
  ),
};

const LOADING = [...Object.keys(LOADS), 'img', 'source', 'link', 'input'];

/** What else a link loads, and whether browsers block it over plain HTTP. */
const LINKS: ReadonlyMap<string, boolean> = new Map([
  ['stylesheet', true],
  ['modulepreload', true],
  ['prefetch', true],
  ['manifest', true],
  ['icon', false],
  ['apple-touch-icon', false],
]);

/** Of itself a link preloads scripts, styles and fonts, which are blocked, and images and media. */
const UPGRADED = ['image', 'audio', 'video'];

/** Nobody listens on the way to the visitor's own machine (Secure Contexts, "potentially trustworthy"). */
const isOwnMachine = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Addresses by number aren't upgraded (Mixed Content, §4.1). */
const isNumber = (host: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(host);

/** True if a reference is over plain HTTP; a relative one is as the base. */
const isPlain = (reference: string, page: Page): boolean => {
  if (page.base.protocol !== 'http:' && !/^[^a-z]*h/i.test(reference)) return false;
  if (reference.startsWith('https://')) return false;
  const address = page.resolve(reference);
  return address?.protocol === 'http:' && !isOwnMachine(address.hostname);
};

const inElement = (element: PageElement, page: Page): PlainReference[] => {
  const found: PlainReference[] = [];
  const add = (note: string | null, isBlocked: boolean) =>
    found.push({ snippet: startTag(element), note, at: element, isBlocked });
  const addImage = (reference: string, note: string | null) =>
    add(note, isNumber(page.resolve(reference)?.hostname ?? ''));
  for (const [name, isBlocked] of LOADS[element.name] ?? []) {
    const reference = attribute(element, name);
    if (reference === null || !isPlain(reference, page)) continue;
    if (isBlocked) add(null, true);
    else addImage(reference, name === 'poster' ? 'poster' : null);
  }
  // Scripts of SVG have an address of another name.
  if (element.name === 'script' && element.foreign && isPlain(attribute(element, 'href') ?? '', page))
    add(null, true);
  if (element.name === 'img' || element.name === 'source') {
    const isPicture = element.parent?.name === 'picture';
    const src = attribute(element, 'src') ?? '';
    // In a picture, a source has a srcset only.
    if (isPlain(src, page) && !(isPicture && element.name === 'source')) {
      if (attribute(element, 'srcset') !== null) add(null, true);
      else addImage(src, null);
    }
    // Of a srcset, nothing is upgraded (Mixed Content, "optionally-blockable").
    const candidates = srcsetUrls(attribute(element, 'srcset') ?? '');
    if (candidates.some((candidate) => isPlain(candidate, page))) add('srcset', true);
  }
  if (element.name === 'link' && isPlain(attribute(element, 'href') ?? '', page)) {
    const kinds = tokens(element, 'rel');
    const blocked = kinds.flatMap((kind) => LINKS.get(kind) ?? []);
    if (blocked.length > 0) add(null, blocked.includes(true));
    else if (kinds.includes('preload'))
      add('preload', !UPGRADED.includes(attribute(element, 'as')?.trim().toLowerCase() ?? ''));
  }
  if (element.name === 'link' && tokens(element, 'rel').includes('preload')) {
    const candidates = srcsetUrls(attribute(element, 'imagesrcset') ?? '');
    if (candidates.some((candidate) => isPlain(candidate, page))) add('imagesrcset', false);
  }
  if (element.name === 'input' && attribute(element, 'type')?.toLowerCase() === 'image') {
    if (isPlain(attribute(element, 'src') ?? '', page)) add(null, false);
  }
  const style = attribute(element, 'style');
  if (style?.includes('http:') === true)
    for (const { url } of cssReferences(style)) if (isPlain(url, page)) add(url, false);
  return found;
};

/** In the elements and inline scripts of a document. */
const inDocument = (page: Page): PlainReference[] => [
  ...inOrder([...page.all(...LOADING), ...page.having('style')]).flatMap((element) =>
    inElement(element, page),
  ),
  ...inlineScripts(page).flatMap((script) =>
    scriptReferences(script)
      .filter(({ url }) => isPlain(url, page))
      .map(({ url }) => ({ snippet: url, note: null, at: script, isBlocked: true })),
  ),
];

/** In the `<style>` elements of a document. */
const ownStyles = (page: Page): PlainReference[] =>
  page.all('style').flatMap((style) =>
    cssReferences(withoutComments(codeOf(style)))
      .filter(({ url }) => isPlain(url, page))
      .map(({ url, kind }) => ({ snippet: url, note: '<style>', at: style, isBlocked: kind !== 'image' })),
  );

/** In style sheets: images are upgraded, fonts and further style sheets blocked. */
const inStyles = (page: Page, artifacts: PageArtifacts): PlainReference[] =>
  cssTexts(page, artifacts)
    .filter(({ css }) => css.includes('http:'))
    .flatMap(({ source, css, at }) =>
      cssReferences(css)
        .filter(({ url }) => /^\s*http:/i.test(url))
        .map(({ url, kind }) => ({ snippet: url, note: source, at, isBlocked: kind !== 'image' })),
    );
