import type { Json } from '../../themes/theme.ts';
import { decimal, hexByte } from './css-color.ts';
import { referenceIn } from './noted-references.ts';
import { fontFamily, fontWeight } from './css-fonts.ts';
import { treeOf, number, listOf } from './css-parts.ts';

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

export const WRITERS: Readonly<Record<string, (value: Json) => string>> = {
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
