import type { Json } from '../theme.ts';
import {
  colorLiteral,
  dimensionLiteral,
  durationLiteral,
  easingLiteral,
  numberLiteral,
} from './css-literal.ts';
import type { TypedValue } from './css-literal.ts';
import { curlyPath } from './references.ts';
import { isNode } from './token-tree.ts';

const LITERALS: Readonly<Record<string, (text: string) => TypedValue | null>> = {
  color: colorLiteral,
  dimension: dimensionLiteral,
  duration: durationLiteral,
  number: numberLiteral,
  fontWeight: numberLiteral,
  cubicBezier: easingLiteral,
};

const COMPOSITES = new Set(['border', 'gradient', 'shadow', 'strokeStyle', 'transition', 'typography']);

/** Members of composite values that are words. */
const WORDS = new Set(['style', 'lineCap', 'fontFamily', 'fontWeight', 'unit', 'colorSpace', 'hex', '$ref']);

/** `"Segoe UI", sans-serif` as a list of names, or as the one name that it is. */
const families = (text: string): Json => {
  const names = text.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  const [only = text] = names;
  return names.length === 1 ? only : names.filter((name) => name !== '');
};

/** The typed value of a text in CSS notation, or null. */
export const infer = (text: string, path: readonly string[]): TypedValue | null => {
  for (const literal of [numberLiteral, dimensionLiteral, durationLiteral, colorLiteral]) {
    const found = literal(text);
    if (found !== null) return found;
  }
  if (/^cubic-bezier\(/.test(text)) return easingLiteral(text);
  // `font-size: max(1rem, 4vw)` is no family.
  return /font|family/i.test(path.join('.')) && !/[()]/.test(text)
    ? { type: 'fontFamily', value: families(text) }
    : null;
};

/** A number as its type writes it; without a unit it counts pixels or milliseconds. */
const ofNumber = (value: number, type: string | null): TypedValue => {
  if (type === 'dimension') return { type, value: { value, unit: 'px' } };
  if (type === 'duration') return { type, value: { value, unit: 'ms' } };
  return { type: type ?? 'number', value };
};

/** The members of a composite value, with CSS notation replaced. */
const normalizeMember = (value: Json, name: string): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => normalizeMember(item, name));
  if (isNode(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalizeMember(item, key)]));
  if (typeof value !== 'string' || WORDS.has(name) || curlyPath(value) !== null) return value;
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
