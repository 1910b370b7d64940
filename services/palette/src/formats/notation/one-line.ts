/**
 * A text on one line, without what can't be seen in it: controls, noncharacters (which XML can't hold), and the marks that
 * turn the direction of writing, by which code is shown as other code than it is (Trojan Source, CVE-2021-42574).
 */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Bidi_Control}]+/gu, ' ').trim();
