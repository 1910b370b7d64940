import type { Json } from '../../themes/theme.ts';
import type { ColorSyntax } from '../export-format.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken } from '../token.ts';
import { cssColor, decimal, hexByte } from './css-color.ts';
import { referenceIn, withReferences } from './noted-references.ts';
import type { Reference } from './references.ts';

type Tree = Readonly<Record<string, Json | undefined>>;

const treeOf = (value: Json | undefined): Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {};

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];

const number = (value: Json | undefined): string =>
  referenceIn(value) ?? (typeof value === 'number' ? decimal(value, 6) : '0');

/** CSS Fonts 4, §2.1: generic families, which must not be quoted, and what browsers call the system’s. */
const GENERIC =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-[a-z-]+|-apple-system|BlinkMacSystemFont)$/;

/** Quoted font names, without characters that could end the quotes or begin an interpolation. */
const fontFamily = (value: Json | undefined): string =>
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

const fontWeight = (value: Json | undefined): string =>
  typeof value === 'string' ? String(WEIGHTS[value] ?? 400) : number(value);

/** `8px`, `200ms`: a number with its unit. */
const measure = (value: Json | undefined): string => {
  const reference = referenceIn(value);
  if (reference !== undefined) return reference;
  const { value: amount, unit } = treeOf(value);
  return `${number(amount)}${typeof unit === 'string' && /^[a-z]+$/.test(unit) ? unit : ''}`;
};

/** The sRGB colour inside a composite value. */
const color = (value: Json | undefined): string => {
  const reference = referenceIn(value);
  if (reference !== undefined) return reference;
  const { hex, alpha } = treeOf(value);
  const opacity = typeof alpha === 'number' && alpha < 1 ? hexByte(alpha) : '';
  return typeof hex === 'string' && /^#[0-9a-f]{6}$/i.test(hex)
    ? hex.toLowerCase() + opacity
    : 'currentcolor';
};

const cubicBezier = (value: Json | undefined): string =>
  referenceIn(value) ?? `cubic-bezier(${listOf(value).map(number).join(', ')})`;

/** CSS has no equivalent for a dash pattern. */
const strokeStyle = (value: Json | undefined): string =>
  referenceIn(value) ?? (typeof value === 'string' && /^[a-z]+$/.test(value) ? value : 'dashed');

const shadow = (value: Json | undefined): string =>
  listOf(value)
    .map((layer) => {
      const reference = referenceIn(layer);
      if (reference !== undefined) return reference;
      const { offsetX, offsetY, blur, spread, color: shade, inset } = treeOf(layer);
      const lengths = [offsetX, offsetY, blur, spread].map(measure).join(' ');
      return `${inset === true ? 'inset ' : ''}${lengths} ${color(shade)}`;
    })
    .join(', ');

const gradient = (value: Json | undefined): string => {
  const stops = listOf(value).map((stop) => {
    const { color: shade, position } = treeOf(stop);
    const reference = referenceIn(position);
    const percent = decimal(100 * Number(reference === undefined ? number(position) : 0), 3);
    return `${color(shade)} ${reference === undefined ? `${percent}%` : `calc(${reference} * 100%)`}`;
  });
  return `linear-gradient(${stops.join(', ')})`;
};

const WRITERS: Readonly<Record<string, (value: Json) => string>> = {
  dimension: measure,
  duration: measure,
  number,
  fontFamily,
  fontWeight,
  cubicBezier,
  strokeStyle,
  shadow,
  gradient,
  border(value) {
    const { width, style, color: shade } = treeOf(value);
    return `${measure(width)} ${strokeStyle(style)} ${color(shade)}`;
  },
  transition(value) {
    const { duration, timingFunction, delay } = treeOf(value);
    return `${measure(duration)} ${cubicBezier(timingFunction)} ${measure(delay)}`;
  },
  /** The `font` shorthand, which can't express letter spacing. */
  typography(value) {
    const { fontWeight: weight, fontSize, lineHeight, fontFamily: family } = treeOf(value);
    return `${fontWeight(weight)} ${measure(fontSize)}/${number(lineHeight)} ${fontFamily(family)}`;
  },
};

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
