import { count } from './quantities.ts';

/** Characters of East Asian scripts, which take the room of two Latin letters (Unicode UAX #11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** No limit is anywhere near; what lies beyond isn’t read character by character. */
const LONGEST_READ = 2000;

/** What readers count as characters: a letter with its marks is one, and so is a joined emoji. */
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
