/** Characters of East Asian scripts, which take the room of two Latin letters (Unicode UAX #11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/**
 * The length of a text in search results, in Latin letters: characters, the wide ones of East Asian
 * scripts counted twice.
 */
export const displayWidth = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0);
