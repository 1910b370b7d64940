/** How wide a letter is in the bundled font, in em: at least what it takes. */
export const letterWidth = (letter: string): number => {
  // Letters from here on (Hangul, kana, Han) are as wide as they are high.
  if ((letter.codePointAt(0) ?? 0) >= 0x1100 || /[MWmw@%…—]/u.test(letter)) return 1.05;
  return /[\p{Lu}\d]/u.test(letter) ? 0.78 : 0.62;
};

/** How wide a text is at most, in em. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
