import type { Oklab, Oklch, Rgb } from '../color.ts';
import { rgbOfOklch } from '../gamut.ts';
import { oklabOfRgb } from '../oklab.ts';
import { oklchOfOklab } from '../oklch.ts';
import { clamp, rgbOfFractions, rgbOfHex } from '../srgb.ts';
import { COLOR_FUNCTIONS } from './functions.ts';
import { NAMED_COLORS } from './named-colors.ts';
import { COLOR_SPACES, oklabOfSrgb } from './spaces.ts';
import { tokenize } from './tokenize.ts';
import type { Token } from './tokenize.ts';
import { readArguments } from './read-arguments.ts';

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
