import { tokenFault } from '../themes/tokens/dtcg-schemas.ts';
import { normalizeValue, infer } from '../themes/tokens/infer-value.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import type { Json } from '../themes/theme.ts';
import { unescapeName } from './css-blocks.ts';
import { compositeIn, computed, isMade } from './css-values.ts';
import { readDtcgValue } from './formats/dtcg-value.ts';
import { tokenName } from './token-builder.ts';
import type { TokenBuilder } from './token-builder.ts';

const VAR = /^var\(\s*--((?:\\[\da-f]{1,6}\s?|\\[^\da-f]|[^\s,()\\])+)\s*(?:,[^]*)?\)$/i;

/** The variable that a value is: `size` for `var(--size)` and `var(--size, 4px)`. */
export const variableIn = (text: string): string | undefined => {
  const name = VAR.exec(text.trim())?.[1];
  return name === undefined ? undefined : unescapeName(name);
};

/** Where the first argument of a function ends, whose parenthesis opens at `start`, and the function itself. */
const endsOf = (text: string, start: number): { comma: number; end: number } => {
  let depth = 0;
  let comma = -1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return { comma, end: at };
    if (text[at] === ',' && depth === 1 && comma === -1) comma = at;
  }
  return { comma, end: -1 };
};

const LIGHT_DARK = /(?<![\w-])light-dark\(/gi;
/** Of longer values, and of more functions in one, none is read. */
const LONGEST = 4_000;
const MOST_FUNCTIONS = 32;

/**
 * The value of each mode where `light-dark(…)` stands (CSS Color 5), which may be a part of it; the value
 * itself for both otherwise.
 */
export const valueOfModes = (text: string): { readonly light: string; readonly dark?: string } => {
  let [light, dark] = [text, text];
  const starts = text.length > LONGEST ? [] : [...text.matchAll(LIGHT_DARK)];
  if (starts.length === 0 || starts.length > MOST_FUNCTIONS) return { light: text };
  for (const mode of ['light', 'dark'])
    for (let count = 0; count < MOST_FUNCTIONS; count += 1) {
      const given = mode === 'light' ? light : dark;
      const start = given.search(LIGHT_DARK);
      const opening = given.indexOf('(', start);
      const { comma, end } = endsOf(given, opening);
      if (start === -1) break;
      if (comma === -1 || end === -1) return { light: text };
      const own = mode === 'light' ? given.slice(opening + 1, comma) : given.slice(comma + 1, end);
      const changed = `${given.slice(0, start)}${own.trim()}${given.slice(end + 1)}`;
      if (mode === 'light') light = changed;
      else dark = changed;
    }
  return { light: light.trim(), dark: dark.trim() };
};

/** A CSS value as a token's value: a literal, a reference for `var(…)`, or null. */
const valueOf = (
  text: string,
  path: readonly string[],
  nameOf: (name: string) => readonly string[],
): Json | null => {
  const referred = variableIn(text);
  if (referred !== undefined) return `{${nameOf(referred).map(tokenName).join('.')}}`;
  // HSL channels, as shadcn wrote its variables.
  const channels = /^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(text) ? `hsl(${text})` : text;
  if (infer(channels, path) !== null) return channels;
  const literal = computed(text);
  if (literal !== null && infer(literal, path) !== null) return literal;
  const composite = compositeIn(text);
  const read = composite === null ? null : readComposite(composite.type, composite.members);
  return read?.ok ? { $type: read.type, $value: read.value } : null;
};

/**
 * Adds a value in CSS notation, or says why it was left out.
 * @param mode in which the token has this value
 * @returns true unless it was left out
 */
export const addCssValue = (
  builder: TokenBuilder,
  path: readonly string[],
  text: string,
  nameOf: (name: string) => readonly string[] = (name) => [name],
  mode?: string,
): boolean => {
  const given = text.trim();
  const value = valueOf(given, path, nameOf);
  const place = `${path.join('.')}${mode === undefined ? '' : ` in ${mode}`}`;
  const shown = given.slice(0, 60);
  if (value === null) {
    builder.say(`${place}: ${shown} was left out.`);
    return false;
  }
  if (isMade(given) && typeof value === 'string' && value !== given && variableIn(given) === undefined)
    builder.say(`${place}: ${shown} was calculated: ${value}.`);
  if (isNode(value) && value['$type'] === 'gradient')
    builder.say(`${place}: of ${shown} the stops were read; its shape and angle were left out.`);
  builder.add(path, value, mode);
  return true;
};

/** A composite value in DTCG 2025.10, and what the format lacks, in sentences; or why it isn't one. */
export type CompositeValue =
  | { readonly ok: true; readonly type: string; readonly value: Json; readonly said: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Tokens Studio's names for the types of composite values. */
const TYPES: Readonly<Record<string, string>> = { boxShadow: 'shadow' };

const isText = (value: Json | undefined): value is string => typeof value === 'string';
const BARE = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A number without a unit counts pixels. */
const length = (value: Json | undefined): Json | undefined => {
  const text = typeof value === 'number' ? `${value}` : value;
  return isText(text) && BARE.test(text.trim()) ? { value: Number(text), unit: 'px' } : value;
};

/** Reads `-2%` and `0.02em`, which depend on the font size, as a number with that unit. */
const spacing = (value: Json | undefined): Json | undefined => {
  const [, amount, unit] = (isText(value) && /^(-?[\d.]+)\s*(%|em)$/.exec(value.trim())) || [];
  return amount === undefined || unit === undefined ? length(value) : { value: Number(amount), unit };
};

const lineHeight = (value: Json | undefined): Json | undefined => {
  const percent = isText(value) ? /^([\d.]+)\s*%$/.exec(value.trim())?.[1] : undefined;
  if (percent !== undefined) return Number(percent) / 100;
  if (isText(value) && /^[\d.]+px$/.test(value.trim())) return length(value.trim().slice(0, -2));
  return isText(value) && BARE.test(value.trim()) ? Number(value) : value;
};

const SLANT = /(?<!\s)\s*\b(?:italic|oblique)\b/i;

/** True if a weight also says that the text is slanted, which DTCG has no place for. */
export const isSlanted = (weight: Json | undefined): boolean => isText(weight) && SLANT.test(weight);

/** `Semi Bold` → `semi-bold`, `"700"` → 700. */
export const fontWeight = (value: Json): Json => {
  if (!isText(value) || value.includes('{')) return value;
  if (BARE.test(value.trim())) return Number(value);
  return (
    value
      .replace(SLANT, '')
      .trim()
      // Only slanted.
      .replace(/^$/, 'regular')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
      .replaceAll(/\s+/g, '-')
      .toLowerCase()
  );
};

const REQUIRED_TEXT = { letterSpacing: { value: 0, unit: 'px' }, lineHeight: 1.2 };
const TEXT_MEMBERS = ['fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight'];

/** Names of a list without the quotes that CSS would need. */
const families = (value: Json): Json =>
  Array.isArray(value)
    ? (value as readonly Json[]).map((name) => (isText(name) ? name.replace(/^(["'])([^]*)\1$/, '$2') : name))
    : value;

const typography = (given: TreeNode): TreeNode => {
  const { fontFamily, fontWeight: weight, fontSize, letterSpacing, lineHeight: height } = given;
  const read: Readonly<Record<string, Json | undefined>> = {
    ...given,
    ...(fontFamily === undefined ? {} : { fontFamily: families(fontFamily) }),
    fontSize: length(fontSize),
    letterSpacing: spacing(letterSpacing),
    lineHeight: isText(height) && height.trim().toLowerCase() === 'auto' ? undefined : lineHeight(height),
    ...(weight === undefined ? {} : { fontWeight: fontWeight(weight) }),
  };
  const known = Object.entries(read).filter(
    (entry): entry is [string, Json] => TEXT_MEMBERS.includes(entry[0]) && entry[1] !== undefined,
  );
  return { ...REQUIRED_TEXT, ...Object.fromEntries(known) };
};

const shadow = (given: Json): Json => {
  if (Array.isArray(given)) return (given as readonly Json[]).map(shadow);
  if (!isNode(given)) return given;
  const { x, y, offsetX = x, offsetY = y, blur, spread = 0, color, inset, type } = given;
  const lengths = { offsetX, offsetY, blur, spread };
  const isInner = inset === true || type === 'innerShadow';
  return {
    ...Object.fromEntries(
      Object.entries(lengths).flatMap(([name, value]) => {
        const read = length(value);
        return read === undefined ? [] : [[name, read]];
      }),
    ),
    ...(color === undefined ? {} : { color }),
    ...(isInner ? { inset: true } : {}),
  };
};

const border = (given: TreeNode): TreeNode => {
  const width = length(given['width']);
  return width === undefined ? given : { ...given, width };
};

const inDtcg = (type: string, value: Json): Json => {
  if (type === 'shadow') return shadow(value);
  if (type === 'fontFamily') return families(value);
  if (!isNode(value)) return value;
  if (type === 'typography') return typography(value);
  return type === 'border' ? border(value) : value;
};

/**
 * Reads a composite value as Tokens Studio and Style Dictionary write it: members in CSS notation,
 * numbers without a unit, `x` and `y`, weights and line heights by other names.
 */
export const readComposite = (givenType: Json | undefined, given: Json): CompositeValue => {
  const type = isText(givenType) ? (TYPES[givenType] ?? givenType) : '';
  const { value: plain } = readDtcgValue(normalizeValue(inDtcg(type, given), type, [])?.value ?? given);
  const fault = type === '' ? 'it has no type' : tokenFault({ $type: type, $value: plain });
  if (fault !== null) return { ok: false, reason: fault };
  const text = type === 'typography' && isNode(given) ? given : {};
  const lost = Object.keys(text).filter((name) => !TEXT_MEMBERS.includes(name));
  const { fontWeight: weight } = text;
  const said = [
    ...(lost.length === 0 ? [] : [`${lost.join(', ')} were left out.`]),
    ...(isText(weight) && isSlanted(weight) ? [`the slant of ${weight} was left out.`] : []),
  ];
  return { ok: true, type, value: plain, said };
};
