import type { Json } from '../../themes/theme.ts';
import type { ColorSyntax } from '../export-format.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken, TokenColor } from '../token.ts';
import { pathOf } from './references.ts';
import type { Reference } from './references.ts';
import { listOf, treeOf, weightOf } from './value-parts.ts';

/** References inside a value that is being written, in the target's notation. */
const references = new WeakMap<object, string>();

const referenceIn = (value: Json | undefined): string | undefined =>
  typeof value === 'object' && value !== null ? references.get(value) : undefined;

/** A value with its references noted, or null if the file lacks one of their tokens. */
const withReferences = (value: Json, reference: Reference): Json | null => {
  const path = pathOf(value);
  if (path !== null) {
    const text = reference(path);
    if (text === null) return null;
    const place = {};
    references.set(place, text);
    return place;
  }
  if (typeof value !== 'object' || value === null) return value;
  const items = Object.entries(value).map(([name, item]) => [name, withReferences(item, reference)] as const);
  // No member of a DTCG value is null.
  if (items.some(([, item]) => item === null)) return null;
  return Array.isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items);
};

const number = (value: Json | undefined): string =>
  referenceIn(value) ?? (typeof value === 'number' ? amountText(value) : '0');

/** CSS Fonts 4, §2.1: generic families, which must not be quoted, and what browsers call the system’s. */
const GENERIC =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-[a-z-]+|-apple-system|BlinkMacSystemFont)$/;

/** Quoted font names, without characters that could end the quotes or begin an interpolation. */
const fontFamily = (value: Json | undefined): string =>
  referenceIn(value) ??
  listOf(value)
    .filter((name) => typeof name === 'string')
    .map((name) => (GENERIC.test(name) ? name : `"${name.replaceAll(/[^\p{L}\p{M}\p{N} ._'’,:&+-]/gu, '')}"`))
    .join(', ');

const fontWeight = (value: Json | undefined): string =>
  typeof value === 'string' ? String(weightOf(value)) : number(value);

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

/** CSS has no equivalent for a dash pattern; `lostDashes` says so. */
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

/** The last name of a token's letter spacing. */
const spacingPath = (path: readonly string[]): readonly string[] => [
  ...path.slice(0, -1),
  `${path.at(-1) ?? ''}-letter-spacing`,
];

/**
 * Tokens with one for the letter spacing of each text style that has some, as CSS's `font` can't say
 * it: `body-letter-spacing`.
 */
export const withLetterSpacing = (tokens: readonly DesignToken[]): readonly DesignToken[] => {
  const taken = new Set(tokens.map(({ path }) => JSON.stringify(path)));
  const isSpaced = (token: DesignToken): boolean => {
    const { value } = treeOf('value' in token ? treeOf(token.value)['letterSpacing'] : undefined);
    return typeof value === 'number' && value !== 0;
  };
  return tokens.flatMap((token): DesignToken[] => {
    if (isColorToken(token) || token.type !== 'typography' || !isSpaced(token)) return [token];
    const { alias, deprecated, written, ...head } = token;
    const path = spacingPath(token.path);
    if (taken.has(JSON.stringify(path))) return [token];
    const reference = pathOf(treeOf(written)['letterSpacing']);
    const target = alias === undefined ? reference : spacingPath(alias);
    const now = deprecated?.renamedTo;
    const spacing: DesignToken = {
      ...head,
      path,
      type: 'dimension',
      value: treeOf(token.value)['letterSpacing'] ?? 0,
      description: null,
      ...(target === null ? {} : { alias: target }),
      ...(deprecated === undefined
        ? {}
        : { deprecated: now === undefined ? deprecated : { renamedTo: spacingPath(now) } }),
    };
    return [token, spacing];
  });
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
  // CSS has no variable for a stop of a gradient.
  const isWhole = token.type === 'gradient' && listOf(token.written).some((stop) => pathOf(stop) !== null);
  const written = token.written === undefined || isWhole ? null : withReferences(token.written, reference);
  return WRITERS[token.type]?.(written ?? token.value) ?? 'unset';
};

/**
 * A number with at most `digits` decimals, without trailing zeros and never in scientific notation.
 */
export const decimal = (value: number, digits: number): string => {
  // From here on toFixed writes what String does, and numbers this large have no decimals.
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
};

/** A token's number with six decimals, or as many digits where it is so small that these would be zeros. */
export const amountText = (value: number): string => {
  const size = Math.abs(value);
  return decimal(value, size > 0 && size < 1e-3 ? Math.min(100, 5 - Math.floor(Math.log10(size))) : 6);
};

/** Two lower-case hex digits for a component 0–1. */
export const hexByte = (part: number): string =>
  Math.round(Math.min(1, Math.max(0, part)) * 255)
    .toString(16)
    .padStart(2, '0');

/** `#rrggbb`, or `#rrggbbaa` if the colour is not opaque. */
export const cssHex = ({ hex, alpha }: TokenColor): string => (alpha < 1 ? hex + hexByte(alpha) : hex);

/** The comma syntax, which every browser and preprocessor understands. */
const cssRgb = ({ rgb, alpha }: TokenColor): string =>
  alpha < 1
    ? `rgba(${rgb.r}, ${rgb.g}, ${rgb.b}, ${decimal(alpha, 4)})`
    : `rgb(${rgb.r}, ${rgb.g}, ${rgb.b})`;

/** CSS Color 4 `oklch()`: the intended colour, even outside sRGB. */
const cssOklch = ({ oklch, alpha }: TokenColor): string =>
  `oklch(${decimal(oklch.l, 5)} ${decimal(oklch.c, 5)} ${decimal(oklch.h, 3)}${slash(alpha)})`;

/** CSS Color 4 `color(display-p3 …)`. */
export const cssP3 = ({ p3, alpha }: TokenColor): string =>
  `color(display-p3 ${decimal(p3.r, 5)} ${decimal(p3.g, 5)} ${decimal(p3.b, 5)}${slash(alpha)})`;

const slash = (alpha: number): string => (alpha < 1 ? ` / ${decimal(alpha, 4)}` : '');

/** A colour in the requested syntax. */
export const cssColor = (color: TokenColor, syntax: ColorSyntax): string => {
  if (syntax === 'hex') return cssHex(color);
  return syntax === 'rgb' ? cssRgb(color) : cssOklch(color);
};
