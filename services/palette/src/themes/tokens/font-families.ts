import type { Json } from '../theme.ts';

/** Where the quoted text that begins at `start` ends: behind its quote, or with the text. */
const endOfQuoted = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
};

const unquoted = (name: string): string => {
  const [, quote, inner] = /^(["'])([^]*)\1$/.exec(name) ?? [];
  return quote === undefined || inner === undefined ? name : inner.replaceAll(/\\([^\da-f])/gi, '$1');
};

/**
 * The families of a stack as CSS writes it: `"Segoe UI", O'Reilly Sans, sans-serif`. A quote counts where
 * a name begins with it.
 */
const familiesIn = (text: string): string[] => {
  const names: string[] = [];
  let from = 0;
  let at = 0;
  while (at <= text.length) {
    const isStart = text.slice(from, at).trim() === '';
    if (isStart && (text[at] === '"' || text[at] === "'")) at = endOfQuoted(text, at);
    else if (at === text.length || text[at] === ',') {
      names.push(unquoted(text.slice(from, at).trim()));
      from = at + 1;
      at += 1;
    } else at += 1;
  }
  return names.filter((name) => name !== '');
};

/** A stack as a list of names, and a single family as the one name that it is. */
export const readFamilies = (text: string): Json => {
  const names = familiesIn(text.slice(0, LONGEST_STACK));
  const [only = text] = names;
  return names.length <= 1 ? only : names;
};

const LONGEST_STACK = 2_000;

/** Words in a name that tell of something else about fonts than of their family. */
const OTHER = new Set(
  'style styles weight weights size sizes height spacing stretch width variant variants feature features kerning smoothing variation variations synthesis transform decoration align alignment leading tracking line letter src source file files path url format range settings case color optical sizing scale ratio'.split(
    ' ',
  ),
);

/** What other properties of fonts have as their values. */
const KEYWORDS =
  /^(?:inherit|initial|unset|revert|revert-layer|none|normal|auto|italic|oblique|bold|bolder|lighter|regular|medium|small-caps|condensed|expanded|swap|block|fallback|optional|uppercase|lowercase|capitalize|underline|true|false)$/i;

const wordsOf = (path: readonly string[]): string[] =>
  path
    .join(' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/**
 * Whether a text is the family of a font, or a stack of them, by the name of its token and by itself: no
 * reference, calculation, file or keyword of another property.
 */
export const isFontFamily = (text: string, path: readonly string[]): boolean => {
  const words = wordsOf(path);
  const isNamed = words.some((word) => /^(?:fonts?|family|families|typefaces?)$|famil/.test(word));
  const last = words.at(-1) ?? '';
  const isOther =
    !words.some((word) => word.includes('famil')) &&
    // `font-old-style` is a family, and `font-style-old` none.
    ((last !== 'style' && OTHER.has(last)) ||
      words.some((word, place) => OTHER.has(word) && /^fonts?$/.test(words[place - 1] ?? '')));
  if (!isNamed || isOther || text.length > LONGEST_STACK) return false;
  if (/[(){}<>;=\\]|:\/\/|\.(?:woff2?|[ot]tf|eot|svg)\b|^\.{0,2}\/|^[+-]?\.?\d/i.test(text)) return false;
  const families = familiesIn(text);
  return families.length > 0 && !families.some((family) => KEYWORDS.test(family));
};
