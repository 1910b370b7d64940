import type { Rendering, RenderReason } from './browser-facts.ts';

const REASONS: Readonly<Record<RenderReason, string>> = {
  no_browser: 'no browser was available',
  timeout: 'it took too long',
  memory: 'it took more memory than a page may',
  crash: 'the browser ended',
  network: 'the browser could not reach it',
  http_error: 'the browser got an error from its server',
  load: 'it was still loading',
};

/** Says why a page was rendered in part or not at all; null when it was rendered completely. */
export const renderingText = ({ state, reason, pending }: Rendering): string | null => {
  if (state === 'complete') return null;
  if (state === 'failed')
    return `This page could not be rendered: ${REASONS[reason ?? 'crash']}. Its HTML was judged as sent, and what only a browser can tell is not decided.`;
  const open = pending.length === 0 ? '' : ` These never came: ${pending.join(', ')}.`;
  return `This page was judged although ${REASONS.load} when its time was up.${open}`;
};

const MAX_EXCERPT = 240;
/** Embeddings, overrides and isolates, which would reverse the sentence that quotes them. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text in one line, cut to `most` characters, without splitting a surrogate pair. */
export const excerpt = (text: string, most: number = MAX_EXCERPT): string => {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(DIRECTION_MARKS, '\uFFFD')
    .replace(/[\s\0]+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** `1 image`, `2 images`, `1,024 images`. */
export const count = (number: number, singular: string, plural = `${singular}s`): string => {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? singular : plural}`;
};

/** Bytes as people say them: `812 bytes`, `12.4 KiB`, `3.1 MiB`. */
export const bytes = (number: number): string => {
  if (number < 1024) return count(number, 'byte');
  if (number < 1024 * 1024) return `${(number / 1024).toFixed(1)} KiB`;
  return `${(number / 1024 / 1024).toFixed(1)} MiB`;
};

/** Characters of East Asian scripts, which take the room of two Latin letters (Unicode UAX #11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Far beyond any limit; longer text isn’t read character by character. */
const LONGEST_READ = 2000;

/** Splits text as readers count characters: a letter with its marks is one, as is a joined emoji. */
const charactersOf = (text: string): string[] =>
  Array.from(characters.segment(text.slice(0, LONGEST_READ)), ({ segment }) => segment);

const beyond = (text: string): number => Math.max(0, text.length - LONGEST_READ);

/**
 * The length of a text in search results, in Latin letters: characters, the wide ones of East Asian
 * scripts counted twice.
 */
export const displayWidth = (text: string): number =>
  charactersOf(text).reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), beyond(text));

/** The length of a text for people: `18 characters, as wide as 36 Latin ones`. */
export const lengthForPeople = (text: string): string => {
  const length = charactersOf(text).length + beyond(text);
  const width = displayWidth(text);
  return width === length
    ? count(length, 'character')
    : `${count(length, 'character')}, as wide as ${width} Latin ones`;
};
