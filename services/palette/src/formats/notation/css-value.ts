import type { ColorSyntax } from '../export-format.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken } from '../token.ts';
import { cssColor } from './css-color.ts';
import type { Reference } from './references.ts';
import { withReferences } from './noted-references.ts';
import { WRITERS } from './css-writers.ts';

/** Whether values of this DTCG type can be written in CSS. */
export const hasCssValue = (type: string): boolean => Object.hasOwn(WRITERS, type);

/** A token's value in CSS, or the reference that it is. */
export const cssValue = (
  token: DesignToken,
  syntax: ColorSyntax,
  reference: Reference = () => null,
): string => {
  const alias = token.alias === undefined ? null : reference(token.alias);
  if (alias !== null) return alias;
  if (isColorToken(token)) return cssColor(token.color, syntax);
  const written = token.written === undefined ? null : withReferences(token.written, reference);
  return WRITERS[token.type]?.(written ?? token.value) ?? 'unset';
};
