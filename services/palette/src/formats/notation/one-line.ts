/**
 * A text on one line without invisible characters: controls, noncharacters (invalid in XML), and
 * bidirectional controls, which make code look different from what it is (Trojan Source,
 * CVE-2021-42574).
 */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Bidi_Control}]+/gu, ' ').trim();

/** A text with its lines, but without noncharacters and bidirectional controls. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Noncharacter_Code_Point}\p{Bidi_Control}]+/gu, ' ');
