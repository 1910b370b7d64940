import { parseColor } from '../../color/css/parse-color.ts';
import { isInSrgb } from '../../color/gamut.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import type { Json } from '../theme.ts';

/** A value in DTCG 2025.10 notation, with its type. */
export interface TypedValue {
  readonly type: string;
  readonly value: Json;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A CSS colour as a DTCG colour object: in sRGB if it is one, else in OKLCH. */
export const colorLiteral = (text: string): TypedValue | null => {
  const parsed = parseColor(/^(?:[\da-f]{6}|[\da-f]{8})$/i.test(text) ? `#${text}` : text);
  if (!parsed.ok) return null;
  const { oklch, rgb, alpha } = parsed;
  const opacity = alpha === 1 ? {} : { alpha: round(alpha, 4) };
  const hex = hexOfRgb(rgb);
  const value = isInSrgb(oklch)
    ? { colorSpace: 'srgb', components: [rgb.r / 255, rgb.g / 255, rgb.b / 255], ...opacity, hex }
    : {
        colorSpace: 'oklch',
        components: [round(oklch.l, 6), round(oklch.c, 6), round(oklch.h, 4) % 360],
        ...opacity,
        hex,
      };
  return { type: 'color', value };
};

const measure = (type: string, units: string) => {
  const pattern = new RegExp(`^([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(${units})$`, 'i');
  return (text: string): TypedValue | null => {
    const [, amount, unit] = pattern.exec(text) ?? [];
    if (amount === undefined || unit === undefined) return null;
    return { type, value: { value: Number(amount), unit: unit.toLowerCase() } };
  };
};

/** `4px`, `1.5rem`. */
export const dimensionLiteral = measure('dimension', 'px|rem');
/** `200ms`, `0.3s`. */
export const durationLiteral = measure('duration', 'ms|s');

/** `cubic-bezier(0.4, 0, 0.2, 1)` and the named curves of CSS Easing 2. */
export const easingLiteral = (text: string): TypedValue | null => {
  const named: Readonly<Record<string, readonly number[]>> = {
    linear: [0, 0, 1, 1],
    ease: [0.25, 0.1, 0.25, 1],
    'ease-in': [0.42, 0, 1, 1],
    'ease-out': [0, 0, 0.58, 1],
    'ease-in-out': [0.42, 0, 0.58, 1],
  };
  const inner = /^cubic-bezier\(([^()]*)\)$/.exec(text)?.[1];
  const points = inner?.split(',').map((part) => Number(part.trim())) ?? named[text];
  return points?.length === 4 && points.every((point) => Number.isFinite(point))
    ? { type: 'cubicBezier', value: points }
    : null;
};

/** `1.5` */
export const numberLiteral = (text: string): TypedValue | null =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? { type: 'number', value: Number(text) } : null;
