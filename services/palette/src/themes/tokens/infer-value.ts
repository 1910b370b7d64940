import { parseColor } from '../../color/css/parse-color.ts';
import { isInSrgb } from '../../color/oklab.ts';
import { hexOfRgb } from '../../color/color.ts';
import type { Json } from '../theme.ts';
import { curlyPath, pointerTo, isNode } from './token-tree.ts';

/** Where the quoted text that begins at `start` ends: behind its quote, or with the text. */
const endOfQuoted = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
};

const unquoted = (name: string): string => {
  const [, quote, inner] = /^(["'])([^]*)\1$/.exec(name) ?? [];
  return quote === undefined || inner === undefined ? name : inner.replaceAll(/\\([^\da-f])/gi, '$1');
};

/**
 * The families of a stack as CSS writes it: `"Segoe UI", O'Reilly Sans, sans-serif`. A quote counts where
 * a name begins with it.
 */
const familiesIn = (text: string): string[] => {
  const names: string[] = [];
  let from = 0;
  let at = 0;
  while (at <= text.length) {
    const isStart = text.slice(from, at).trim() === '';
    if (isStart && (text[at] === '"' || text[at] === "'")) at = endOfQuoted(text, at);
    else if (at === text.length || text[at] === ',') {
      names.push(unquoted(text.slice(from, at).trim()));
      from = at + 1;
      at += 1;
    } else at += 1;
  }
  return names.filter((name) => name !== '');
};

/** A stack as a list of names, and a single family as the one name that it is. */
const readFamilies = (text: string): Json => {
  const names = familiesIn(text.slice(0, LONGEST_STACK));
  const [only = text] = names;
  return names.length <= 1 ? only : names;
};

const LONGEST_STACK = 2_000;

/** Words in a name for properties of fonts other than their family. */
const OTHER = new Set(
  'style styles weight weights size sizes height spacing stretch width variant variants feature features kerning smoothing variation variations synthesis transform decoration align alignment leading tracking line letter src source file files path url format range settings case color optical sizing scale ratio'.split(
    ' ',
  ),
);

/** Values of other font properties. */
const KEYWORDS =
  /^(?:inherit|initial|unset|revert|revert-layer|none|normal|auto|italic|oblique|bold|bolder|lighter|regular|medium|small-caps|condensed|expanded|swap|block|fallback|optional|uppercase|lowercase|capitalize|underline|true|false)$/i;

const wordsOf = (path: readonly string[]): string[] =>
  path
    .join(' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/**
 * True if a text is the family of a font, or a stack of them, by the name of its token and by itself: no
 * reference, calculation, file or keyword of another property.
 */
const isFontFamily = (text: string, path: readonly string[]): boolean => {
  const words = wordsOf(path);
  const isNamed = words.some((word) => /^(?:fonts?|family|families|typefaces?)$|famil/.test(word));
  const last = words.at(-1) ?? '';
  const isOther =
    !words.some((word) => word.includes('famil')) &&
    // `font-old-style` is a family, and `font-style-old` none.
    ((last !== 'style' && OTHER.has(last)) ||
      words.some((word, place) => OTHER.has(word) && /^fonts?$/.test(words[place - 1] ?? '')));
  if (!isNamed || isOther || text.length > LONGEST_STACK) return false;
  if (/[(){}<>;=]|:\/\/|\.(?:woff2?|[ot]tf|eot|svg)\b|^\.{0,2}\/|^[+-]?\.?\d/i.test(text)) return false;
  const families = familiesIn(text);
  // A quote in a name may be escaped; other escapes are symbols.
  return families.length > 0 && !families.some((family) => KEYWORDS.test(family) || family.includes('\\'));
};

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
  const pattern = new RegExp(`^([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e-\\d{1,2})?)(${units})$`, 'i');
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

/** `1.5`, `1e-7`; six digits with an `e` may be a colour. */
const numberLiteral = (text: string): TypedValue | null =>
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-\d{1,2})?$/i.test(text) ? { type: 'number', value: Number(text) } : null;

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

/** Lists of fonts may refer to others by pointers only; people write braces. */
const withPointers = (value: Json): Json =>
  Array.isArray(value)
    ? (value as readonly Json[]).map((item) => {
        const path = curlyPath(item);
        return path === null ? item : { $ref: pointerTo(...path, '$value') };
      })
    : value;

/** DTCG requires the letter spacing of a text style, which its own examples do without. */
const withSpacing = (value: Json, type: string): Json =>
  type === 'typography' &&
  isNode(value) &&
  value['letterSpacing'] === undefined &&
  value['$ref'] === undefined
    ? { ...value, letterSpacing: { value: 0, unit: 'px' } }
    : value;

/** The members of a composite value, with CSS notation replaced; one that is written as a token is its value. */
const normalizeMember = (value: Json, name: string): Json => {
  if (isNode(value) && value['$value'] !== undefined) return normalizeMember(value['$value'], name);
  // The report has the stops of gradients clamped, not refused.
  if (name === 'position' && typeof value === 'number') return Math.min(1, Math.max(0, value));
  // Each of a list is one family.
  if (name === 'fontFamily')
    return typeof value === 'string' && curlyPath(value) === null ? readFamilies(value) : withPointers(value);
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
  if (type !== null && COMPOSITES.has(type))
    return { type, value: normalizeMember(withSpacing(value, type), '') };
  if (typeof value === 'number') return ofNumber(value, type);
  if (type === 'fontFamily' && Array.isArray(value)) return { type, value: withPointers(value) };
  if (typeof value !== 'string' || curlyPath(value) !== null) return null;
  const text = value.trim();
  if (type === null) return infer(text, path);
  const found = LITERALS[type]?.(text) ?? null;
  return found === null ? null : { type, value: found.value };
};
