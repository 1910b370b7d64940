import type { Oklab, Oklch, Rgb } from '../color.ts';
import { rgbOfOklch } from '../gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../oklab.ts';
import { clamp, rgbOfFractions, rgbOfHex } from '../srgb.ts';
import { COLOR_FUNCTIONS } from './functions.ts';
import type { Component } from './functions.ts';
import { NAMED_COLORS } from './named-colors.ts';
import { COLOR_SPACES, oklabOfSrgb } from './spaces.ts';
import { tokenize } from './tokenize.ts';
import type { Token } from './tokenize.ts';

/** A parsed colour, before gamut mapping, or the reason why the text is not one. */
export type ParsedColor =
  | {
      readonly ok: true;
      readonly oklch: Oklch;
      /** A colour given in sRGB keeps its own bytes; any other is mapped into sRGB. */
      readonly rgb: Rgb;
      readonly alpha: number;
    }
  | { readonly ok: false; readonly reason: string };

/** Longer texts are not parsed. */
export const MAX_COLOR_LENGTH = 128;

const no = (reason: string): ParsedColor => ({ ok: false, reason });
const yes = (lab: Oklab, alpha: number, rgb?: Rgb): ParsedColor => {
  const polar = oklchOfOklab(lab);
  const oklch = { ...polar, l: clamp(polar.l, 0, 1) };
  return { ok: true, oklch, rgb: rgb ?? rgbOfOklch(oklch), alpha: clamp(alpha, 0, 1) };
};
const yesBytes = (rgb: Rgb, alpha: number): ParsedColor => yes(oklabOfRgb(rgb), alpha, rgb);
const yesSrgb = (parts: readonly [number, number, number], alpha: number): ParsedColor =>
  parts.every((part) => part >= 0 && part <= 1)
    ? yes(oklabOfSrgb(...parts), alpha, rgbOfFractions(parts))
    : yes(oklabOfSrgb(...parts), alpha);

const EXAMPLE = 'for example #3366cc, rebeccapurple, rgb(51 102 204) or oklch(60% 0.15 250)';
const RELATIVE_TO_CONTEXT =
  /^(?:currentcolor|inherit|initial|unset|revert|revert-layer|accentcolor|accentcolortext|activetext|button(?:border|face|text)|canvas|canvastext|field|fieldtext|graytext|highlight|highlighttext|linktext|mark|marktext|selecteditem|selecteditemtext|visitedtext)$/;
const COMPUTED = /^(?:calc|color-mix|light-dark|contrast-color|device-cmyk|var|env|attr|min|max|clamp)$/;

const parseHex = (digits: string): ParsedColor => {
  if (!/^(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits))
    return no('must have 3, 4, 6 or 8 hexadecimal digits after #');
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const alpha = full.length === 8 ? Number.parseInt(full.slice(6), 16) / 255 : 1;
  return yesBytes(rgbOfHex(`#${full.slice(0, 6)}`), alpha);
};

const parseWord = (word: string): ParsedColor => {
  if (word === 'transparent') return yesBytes({ r: 0, g: 0, b: 0 }, 0);
  const hex = NAMED_COLORS.get(word);
  if (hex !== undefined) return yesBytes(rgbOfHex(`#${hex}`), 1);
  if (RELATIVE_TO_CONTEXT.test(word))
    return no(`must be an absolute colour, and ${word} depends on where it is used`);
  if (/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(word))
    return no(`must be a CSS colour; did you mean #${word}?`);
  return no(`must be a CSS colour, ${EXAMPLE}`);
};

const isNone = (token: Token): boolean => token.kind === 'word' && token.value === 'none';

/** The value of a component, or null if the token is not allowed there. */
const readComponent = (token: Token, component: Component, allowNone: boolean): number | null => {
  if (isNone(token)) return allowNone ? 0 : null;
  if (component === 'hue') return token.kind === 'number' || token.kind === 'angle' ? token.value : null;
  if (token.kind === 'number') return component.percentOnly === true ? null : token.value;
  return token.kind === 'percentage' ? (token.value / 100) * component.full : null;
};

interface Arguments {
  readonly values: readonly [number, number, number];
  readonly alpha: number;
}

/**
 * Parses `a b c`, `a b c / alpha`, `a, b, c` or `a, b, c, alpha`, without the closing parenthesis.
 */
const readArguments = (
  tokens: readonly Token[],
  components: readonly [Component, Component, Component],
  legacyAllowed: boolean,
): Arguments | null => {
  const legacy = legacyAllowed && tokens[1]?.kind === ',';
  const step = legacy ? 2 : 1;
  const [one, two, three] = [tokens[0], tokens[step], tokens[2 * step]];
  if (one === undefined || two === undefined || three === undefined) return null;
  if (legacy && tokens[3]?.kind !== ',') return null;
  const rest = tokens.slice(2 * step + 1);
  if (rest.length !== 0 && rest.length !== 2) return null;
  if (rest[0] !== undefined && rest[0].kind !== (legacy ? ',' : '/')) return null;
  if (legacy) {
    // In the comma syntax rgb() takes either numbers or percentages, and hsl() takes percentages.
    const kinds = new Set(
      (components[0] === 'hue' ? [two, three] : [one, two, three]).map(({ kind }) => kind),
    );
    if (kinds.size !== 1 || (components[0] === 'hue' && !kinds.has('percentage'))) return null;
  }
  const x = readComponent(one, components[0], !legacy);
  const y = readComponent(two, components[1], !legacy);
  const z = readComponent(three, components[2], !legacy);
  const alpha = rest[1] === undefined ? 1 : readComponent(rest[1], { full: 1 }, !legacy);
  return x === null || y === null || z === null || alpha === null ? null : { values: [x, y, z], alpha };
};

const parseFunction = (name: string, tokens: readonly Token[]): ParsedColor => {
  if (COMPUTED.test(name)) return no(`must be an absolute colour, without ${name}()`);
  const inner = tokens.slice(0, -1);
  if (tokens.at(-1)?.kind !== ')') return no(`must close the parenthesis of ${name}()`);
  const first = inner[0];
  if (first?.kind === 'word' && first.value === 'from')
    return no('must be an absolute colour, not one made "from" another');
  const nested = inner.find(({ kind }) => kind === 'function');
  if (nested?.kind === 'function') return no(`must be an absolute colour, without ${nested.value}()`);
  if (name === 'color') {
    const toOklab = first?.kind === 'word' ? COLOR_SPACES.get(first.value) : undefined;
    if (toOklab === undefined) return no(`must name a colour space: ${[...COLOR_SPACES.keys()].join(', ')}`);
    const read = readArguments(inner.slice(1), [{ full: 1 }, { full: 1 }, { full: 1 }], false);
    if (read === null) return no('must be a CSS colour, for example color(display-p3 0.2 0.4 0.8)');
    return toOklab === oklabOfSrgb
      ? yesSrgb(read.values, read.alpha)
      : yes(toOklab(...read.values), read.alpha);
  }
  const known = COLOR_FUNCTIONS.get(name);
  if (known === undefined) return no(`must be a CSS colour, ${EXAMPLE}`);
  const read = readArguments(inner, known.components, known.legacy);
  if (read === null) return no(`must be a CSS colour; the arguments of ${name}() are not valid`);
  return 'toSrgb' in known
    ? yesSrgb(known.toSrgb(...read.values), read.alpha)
    : yes(known.toOklab(...read.values), read.alpha);
};

/**
 * Parses any absolute colour of CSS Color 4 as strictly as a browser; `none` counts as 0. Colours
 * that depend on context or on a calculation are refused, as are texts over 128 characters. A
 * reason begins with a verb, to follow the field's name.
 */
export const parseColor = (text: string): ParsedColor => {
  if (text.length > MAX_COLOR_LENGTH) return no(`must be at most ${MAX_COLOR_LENGTH} characters`);
  const tokens = tokenize(text);
  const head = tokens?.[0];
  // `3fa9f5` tokenizes as a number with a unit, but it is a hex colour without its #.
  if (tokens === null || head === undefined)
    return parseWord(/^[0-9a-z]+$/i.test(text) ? text.toLowerCase() : '');
  if (head.kind === 'function') return parseFunction(head.value, tokens.slice(1));
  if (tokens.length > 1) return no(`must be one CSS colour, ${EXAMPLE}`);
  if (head.kind === 'hash') return parseHex(head.value);
  return parseWord(head.kind === 'word' ? head.value : text.trim().toLowerCase());
};
