import type { PageArtifacts } from '../page-artifacts.ts';
import { attribute } from './element.ts';
import type { PageElement } from './element.ts';
import type { Page } from './page.ts';
import { answered } from '../files/resources.ts';

/** The text of a `<script>` or `<style>`; empty when there is none. */
export const codeOf = (element: PageElement): string => {
  const first = element.node.childNodes[0];
  return first !== undefined && 'value' in first ? first.value : '';
};

/** True if a script of this type runs. */
const isJavaScript = (script: PageElement): boolean => {
  const type = (attribute(script, 'type') ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type);
};

/** The scripts written into the page that run. */
export const inlineScripts = (page: Page): PageElement[] => {
  return page
    .all('script')
    .filter((script) => !script.foreign && attribute(script, 'src') === null && isJavaScript(script));
};

/**
 * What a module loads before it runs, and what a script asks for by a literal address as it runs: with `import`,
 * `export … from`, `import()`, `fetch()`, workers and connections.
 */
const STATIC =
  /(?:^|[;{}\n])\s{0,200}(?:import|export)\s{0,20}(?:[\w$*{}\s,]{1,400}?from\s{0,20})?["']([^"'\n]{1,2000})["']/g;
const DYNAMIC =
  /(?<![\w$.])(?:import|fetch|importScripts|new\s+(?:Shared)?Worker|new\s+EventSource|navigator\.sendBeacon)\s{0,20}\(\s{0,20}["'`]([^"'`\n$]{1,2000})["'`]/g;

/** An address that an inline script loads. */
export interface ScriptReference {
  readonly url: string;
  /** True for a part of a module, which it can't run without. */
  readonly isModule: boolean;
}

/** The addresses that an inline script loads, as written, without those in comments. */
export const scriptReferences = (script: PageElement): readonly ScriptReference[] => {
  const code = codeOf(script);
  if (!/import|export|fetch|Worker|EventSource|sendBeacon/.test(code)) return [];
  const plain = withoutComments(code).replaceAll(/(^|[\s;{}])\/\/[^\n]*/g, '$1');
  const isModule = (attribute(script, 'type') ?? '').trim().toLowerCase() === 'module';
  // A bare name is looked up in an import map.
  const isAddress = (url: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\.{0,2}\/)/i.test(url);
  return [
    ...(isModule ? [...plain.matchAll(STATIC)] : []).map(([, url = '']) => ({ url, isModule: true })),
    ...[...plain.matchAll(DYNAMIC)].map(([, url = '']) => ({ url, isModule: false })),
  ].filter(({ url }) => isAddress(url));
};

export interface CssText {
  /** A URL, or `<style>`. */
  source: string;
  /** The `<style>` element; null for a linked one. */
  at: PageElement | null;
  css: string;
}

/** Removes the comments from CSS. An unclosed one reaches to the end of the text. */
export const withoutComments = (css: string): string => {
  let rest = '';
  let at = 0;
  for (let begin = css.indexOf('/*'); begin >= 0; begin = css.indexOf('/*', at)) {
    rest += css.slice(at, begin);
    const end = css.indexOf('*/', begin + 2);
    if (end < 0) return rest;
    at = end + 2;
  }
  return rest + css.slice(at);
};

/** True if a linked style sheet is for screens, by its `media`. */
export const isForScreens = (link: PageElement): boolean => {
  const media = (attribute(link, 'media') ?? '').trim().toLowerCase();
  return media === '' || media === 'all' || media.includes('screen') || media.startsWith('(');
};

const cache = new WeakMap<Page, readonly CssText[]>();

/**
 * The CSS that is known: `<style>` elements whole, and the beginning of linked stylesheets where it
 * was read.
 */
export const cssTexts = (page: Page, artifacts: PageArtifacts): readonly CssText[] => {
  const known = cache.get(page) ?? findCss(page, artifacts);
  cache.set(page, known);
  return known;
};

const findCss = (page: Page, artifacts: PageArtifacts): CssText[] => {
  const inline = page.all('style').map((style) => ({ source: '<style>', at: style, css: codeOf(style) }));
  const linked = answered(artifacts, 'stylesheet').flatMap(({ url, sample }) =>
    sample === null ? [] : [{ source: url, at: null, css: sample }],
  );
  return [...inline, ...linked].map(({ source, at, css }) => ({ source, at, css: withoutComments(css) }));
};

/** A file that CSS refers to. */
export interface CssReference {
  url: string;
  kind: 'image' | 'font' | 'stylesheet';
}

/**
 * `@font-face { … }`, `@import "…"` and `url(…)`. An unquoted address can't contain a bracket (CSS
 * Syntax 3, 4.3.6), which also keeps this linear.
 */
const REFERENCES =
  /@font-face\s{0,20}\{([^{}]*)\}|@import\s{1,20}(?:"([^"]*)"|'([^']*)'|url\(\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s{0,20}\))|url\(\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s{0,20}\)/gi;

/** The images that `image-set("a.avif" 1x, …)` names without `url()`; a name in brackets is a type. */
const imageSets = (css: string): CssReference[] =>
  [...css.matchAll(/image-set\(/gi)].slice(0, 200).flatMap(({ index }) => {
    const inside = /^image-set\(((?:[^()]|\([^()]*\))*)\)/i.exec(css.slice(index, index + 1_000))?.[1] ?? '';
    return [...inside.replaceAll(/\([^()]*\)/g, '').matchAll(/"([^"]+)"|'([^']+)'/g)].map(
      ([, double, single = '']): CssReference => ({ url: double ?? single, kind: 'image' }),
    );
  });

/** The files that CSS refers to, as written, in order. Comments should be gone. */
export const cssReferences = (css: string): CssReference[] => {
  if (!/url\(|@import|image-set\(/i.test(css)) return [];
  const found = [...css.matchAll(REFERENCES)].flatMap(([, face, ...urls]): CssReference[] => {
    if (face !== undefined) return cssReferences(face).map(({ url }) => ({ url, kind: 'font' }));
    const given: readonly (string | undefined)[] = urls;
    const at = given.findIndex((one) => one !== undefined);
    const url = given[at];
    if (url === undefined || url === '') return [];
    return [{ url, kind: at < 5 ? 'stylesheet' : 'image' }];
  });
  return [...found, ...imageSets(css)];
};
