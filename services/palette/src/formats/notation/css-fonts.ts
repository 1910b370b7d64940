import type { Json } from '../../themes/theme.ts';
import { referenceIn } from './noted-references.ts';
import { listOf, number } from './css-parts.ts';

/** CSS Fonts 4, §2.1: generic families, which must not be quoted, and what browsers call the system’s. */
const GENERIC =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-[a-z-]+|-apple-system|BlinkMacSystemFont)$/;

/** Quoted font names, without characters that could end the quotes or begin an interpolation. */
export const fontFamily = (value: Json | undefined): string =>
  referenceIn(value) ??
  listOf(value)
    .filter((name) => typeof name === 'string')
    .map((name) => (GENERIC.test(name) ? name : `"${name.replaceAll(/[^\p{L}\p{M}\p{N} ._+-]/gu, '')}"`))
    .join(', ');

/** DTCG 2025.10, §8.4: names of font weights. */
const WEIGHTS: Readonly<Record<string, number>> = {
  thin: 100,
  hairline: 100,
  'extra-light': 200,
  'ultra-light': 200,
  light: 300,
  normal: 400,
  regular: 400,
  book: 400,
  medium: 500,
  'semi-bold': 600,
  'demi-bold': 600,
  bold: 700,
  'extra-bold': 800,
  'ultra-bold': 800,
  black: 900,
  heavy: 900,
  'extra-black': 950,
  'ultra-black': 950,
};

export const fontWeight = (value: Json | undefined): string =>
  typeof value === 'string' ? String(WEIGHTS[value] ?? 400) : number(value);
