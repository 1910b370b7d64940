import type { Json } from '../../themes/theme.ts';
import { tokenColorOfDtcg, isColorToken } from '../token.ts';
import type { DesignToken, ValueToken } from '../token.ts';
import { pathOf } from './references.ts';

type Tree = Readonly<Record<string, Json | undefined>>;

export const treeOf = (value: Json | undefined): Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {};

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];

export const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** Pixels in a `rem`, as browsers have it by default. */
const ROOT_FONT_SIZE = 16;

/** A dimension in pixels, which platforms call points or dp. */
export const pixelsOf = (value: Json | undefined): number => {
  const { value: amount, unit } = treeOf(value);
  return numberOf(amount) * (unit === 'rem' ? ROOT_FONT_SIZE : 1);
};

export const millisecondsOf = (value: Json | undefined): number => {
  const { value: amount, unit } = treeOf(value);
  return numberOf(amount) * (unit === 's' ? 1_000 : 1);
};

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

export const weightOf = (value: Json | undefined): number =>
  typeof value === 'string' ? (WEIGHTS[value] ?? 400) : numberOf(value);

/** Names of fonts, without characters that could end a text or begin an interpolation. */
export const familiesOf = (value: Json | undefined): readonly string[] =>
  listOf(value)
    .filter((name) => typeof name === 'string')
    .map((name) => name.replaceAll(/[^\p{L}\p{M}\p{N} ._'’:&+-]/gu, ''));

const BARE_FAMILY = /^-?[\p{L}_][\p{L}\p{N}_-]*(?: -?[\p{L}_][\p{L}\p{N}_-]*)*$/u;

/** The same for targets that write them into CSS as they are: quoted where CSS needs that. */
export const familiesInCss = (value: Json | undefined): readonly string[] =>
  familiesOf(value).map((name) => (BARE_FAMILY.test(name) ? name : `"${name}"`));

/** A stroke's style as a word, its dashes in pixels, and its caps. */
export const strokeOf = (value: Json | undefined) => {
  const word = typeof value === 'string' && /^[a-z]+$/.test(value) ? value : null;
  const { dashArray, lineCap } = treeOf(value);
  return {
    style: word ?? 'dashed',
    dash: word === null ? listOf(dashArray).map(pixelsOf) : [],
    lineCap: typeof lineCap === 'string' && /^[a-z]+$/.test(lineCap) ? lineCap : 'butt',
  };
};

/** Types of the members of composite values, by the type of the whole. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  border: { color: 'color', width: 'dimension', style: 'strokeStyle' },
  transition: { duration: 'duration', delay: 'duration', timingFunction: 'cubicBezier' },
  shadow: {
    color: 'color',
    offsetX: 'dimension',
    offsetY: 'dimension',
    blur: 'dimension',
    spread: 'dimension',
  },
  gradient: { color: 'color', position: 'number' },
  typography: {
    fontFamily: 'fontFamily',
    fontSize: 'dimension',
    fontWeight: 'fontWeight',
    letterSpacing: 'dimension',
    lineHeight: 'number',
  },
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The members of a composite token as tokens, for targets with simple values only: `edge.width`,
 * `lift.1.blur`. A token that isn't composite stays one.
 */
const partsOf = (token: ValueToken): readonly DesignToken[] => {
  const types = MEMBERS[token.type];
  if (types === undefined) return [token];
  const { type: _type, value, written, alias: _alias, ...head } = token;
  const layers = listOf(value);
  return layers.flatMap((layer, place) => {
    const numbered = layers.length > 1 ? [String(place + 1)] : [];
    const notes = treeOf(Array.isArray(written) ? (written as readonly Json[])[place] : written);
    return Object.entries(types).flatMap(([name, type]): readonly DesignToken[] => {
      const member = treeOf(layer)[name];
      if (member === undefined) return [];
      const alias = pathOf(notes[name]);
      const own = {
        ...head,
        path: [...head.path, ...numbered, kebab(name)],
        ...(alias === null ? {} : { alias }),
      };
      if (type !== 'color') return [{ ...own, type, value: member }];
      const color = tokenColorOfDtcg(member);
      return color === null ? [] : [{ ...own, color }];
    });
  });
};

/** Tokens with the members of composite ones instead of them. */
export const inParts = (tokens: readonly DesignToken[]): readonly DesignToken[] =>
  tokens.flatMap((token) => (isColorToken(token) ? [token] : partsOf(token)));

/** Purposes of sizes and numbers, by their names. */
const PURPOSES = [
  ['radius', /radius|radii|rounded|corner/i],
  ['fontSize', /font.?size|text.?size|(?:^|[.-])text(?:[.-]|$)/i],
  ['letterSpacing', /letter.?spacing|tracking/i],
  ['lineHeight', /line.?height|leading/i],
  ['breakpoint', /breakpoint|screen/i],
  ['opacity', /opacity|alpha/i],
  ['zIndex', /z.?index|layer/i],
  ['borderWidth', /(?:border|stroke|outline|edge).*width|border.?size/i],
  ['container', /container/i],
] as const;

export type Purpose = (typeof PURPOSES)[number][0];

/** Infers the purpose of a size or number from its name; null if it doesn't say. */
export const purposeOf = ({ path }: Pick<DesignToken, 'path'>): Purpose | null => {
  const name = path.join('.');
  return PURPOSES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
};

/** Says what a target with simple values only loses. */
export const lostInParts = (token: ValueToken): string | null =>
  lostDashes(token) ??
  (token.type === 'shadow' && listOf(token.value).some((layer) => treeOf(layer)['inset'] === true)
    ? 'the format has no inset shadows; their other members are written'
    : null);

/** Says what a target without dash patterns loses. */
export const lostDashes = (token: ValueToken): string | null => {
  const style = treeOf(token.type === 'border' ? (treeOf(token.value)['style'] ?? null) : token.value);
  return (token.type === 'strokeStyle' || token.type === 'border') && style['dashArray'] !== undefined
    ? 'the format has no patterns of dashes; it is written as dashed'
    : null;
};
