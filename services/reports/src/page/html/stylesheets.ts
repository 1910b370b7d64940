import { codeOf } from './inline-code.ts';
import type { PageArtifacts } from '../page-artifacts.ts';
import type { Page } from './page.ts';
import { answered } from '../files/resources.ts';

export interface CssText {
  /** A URL, or `<style>`. */
  source: string;
  css: string;
}

/** CSS without its comments. One that doesn’t end goes on to the end of the text. */
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

/**
 * The CSS that is known: `<style>` elements whole, and the beginning of linked stylesheets where it
 * was read.
 */
export const cssTexts = (page: Page, artifacts: PageArtifacts): CssText[] => {
  const inline = page.all('style').map((style) => ({ source: '<style>', css: codeOf(style) }));
  const linked = answered(artifacts, 'stylesheet').flatMap(({ url, sample }) =>
    sample === null ? [] : [{ source: url, css: sample }],
  );
  return [...inline, ...linked].map(({ source, css }) => ({ source, css: withoutComments(css) }));
};
