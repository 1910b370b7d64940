import { parseColor } from '../../color/css/parse-color.ts';
import { isInSrgb } from '../../color/gamut.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import type { Json } from '../theme.ts';
import { isFontFamily, readFamilies } from './font-families.ts';
import { curlyPath } from './references.ts';
import { isNode } from './token-tree.ts';

/** A value in DTCG 2025.10 notation, with its type. */
interface TypedValue {
  readonly type: string;
  readonly value: Json;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A CSS colour as a DTCG colour object: in sRGB if it is one, else in OKLCH. */
const colorLiteral = (text: string): TypedValue | null => {
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
const dimensionLiteral = measure('dimension', 'px|rem');
/** `200ms`, `0.3s`. */
const durationLiteral = measure('duration', 'ms|s');

/** `cubic-bezier(0.4, 0, 0.2, 1)` and the named curves of CSS Easing 2. */
const easingLiteral = (text: string): TypedValue | null => {
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

/** Names of weights that DTCG and CSS share. */
const isFontWeight = (text: string, path: readonly string[]): boolean =>
  /^(?:normal|bold)$/.test(text) && /weight/i.test(path.join('.'));

/** `1.5` */
const numberLiteral = (text: string): TypedValue | null =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? { type: 'number', value: Number(text) } : null;

const LITERALS: Readonly<Record<string, (text: string) => TypedValue | null>> = {
  color: colorLiteral,
  dimension: dimensionLiteral,
  duration: durationLiteral,
  number: numberLiteral,
  fontWeight: numberLiteral,
  cubicBezier: easingLiteral,
  // One family stays the text that it is.
  fontFamily: (text) => {
    const value = readFamilies(text);
    return Array.isArray(value) ? { type: 'fontFamily', value } : null;
  },
};

const COMPOSITES = new Set(['border', 'gradient', 'shadow', 'strokeStyle', 'transition', 'typography']);

/** Members of composite values that are words. */
const WORDS = new Set(['style', 'lineCap', 'fontFamily', 'fontWeight', 'unit', 'colorSpace', 'hex', '$ref']);

/** The typed value of a text in CSS notation, or null. */
export const infer = (text: string, path: readonly string[]): TypedValue | null => {
  for (const literal of [numberLiteral, dimensionLiteral, durationLiteral, colorLiteral]) {
    const found = literal(text);
    if (found !== null) return found;
  }
  if (/^cubic-bezier\(/.test(text)) return easingLiteral(text);
  if (isFontFamily(text, path)) return { type: 'fontFamily', value: readFamilies(text) };
  return isFontWeight(text, path) ? { type: 'fontWeight', value: text } : null;
};

/** A number as its type writes it; without a unit it counts pixels or milliseconds. */
const ofNumber = (value: number, type: string | null): TypedValue => {
  if (type === 'dimension') return { type, value: { value, unit: 'px' } };
  if (type === 'duration') return { type, value: { value, unit: 'ms' } };
  return { type: type ?? 'number', value };
};

/** The members of a composite value, with CSS notation replaced. */
const normalizeMember = (value: Json, name: string): Json => {
  // Each of a list is one family.
  if (name === 'fontFamily')
    return typeof value === 'string' && curlyPath(value) === null ? readFamilies(value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => normalizeMember(item, name));
  if (isNode(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalizeMember(item, key)]));
  if (typeof value !== 'string' || curlyPath(value) !== null) return value;
  if (WORDS.has(name)) return value;
  const found =
    dimensionLiteral(value) ?? durationLiteral(value) ?? easingLiteral(value) ?? colorLiteral(value);
  return found === null ? value : found.value;
};

export const normalizeValue = (
  value: Json,
  type: string | null,
  path: readonly string[],
): TypedValue | null => {
  if (type !== null && COMPOSITES.has(type)) return { type, value: normalizeMember(value, '') };
  if (typeof value === 'number') return ofNumber(value, type);
  if (typeof value !== 'string' || curlyPath(value) !== null) return null;
  const text = value.trim();
  if (type === null) return infer(text, path);
  const found = LITERALS[type]?.(text) ?? null;
  return found === null ? null : { type, value: found.value };
};
