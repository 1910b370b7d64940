/**
 * Escapes a text for XML elements and attributes. Characters that XML 1.0 does not allow (§2.2) are
 * dropped.
 */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The width of a letter in the bundled font, in em, rounded up. */
export const letterWidth = (letter: string): number => {
  // Letters from here on (Hangul, kana, Han) are as wide as they are high.
  if ((letter.codePointAt(0) ?? 0) >= 0x1100 || /[MWmw@%…—]/u.test(letter)) return 1.05;
  return /[\p{Lu}\d]/u.test(letter) ? 0.78 : 0.62;
};

/** The greatest width of a text, in em. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
