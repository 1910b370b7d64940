import type { Page } from './page.ts';

/** Scripts written without spaces; two of their characters are counted as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

const cache = new WeakMap<Page, string[]>();

/** The words of the visible text, in lower case. */
export const words = (page: Page): readonly string[] => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const found = page.text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  cache.set(page, found);
  return found;
};

/** How many words a reader sees. */
export const wordCount = (page: Page): number => {
  const unspaced = page.text.match(UNSPACED)?.length ?? 0;
  if (unspaced === 0) return words(page).length;
  const spaced = page.text.replace(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.round(unspaced / 2);
};
