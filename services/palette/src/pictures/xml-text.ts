/** A text for XML, in elements and attributes. What XML 1.0 can't hold at all (§2.2: most control characters) is left out. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
