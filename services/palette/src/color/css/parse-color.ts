import type { Oklab, Oklch, Rgb } from '../color.ts';
import { rgbOfOklch, oklabOfRgb, oklchOfOklab } from '../oklab.ts';
import { clamp, rgbOfFractions, rgbOfHex } from '../color.ts';
import { COLOR_FUNCTIONS, COLOR_SPACES, oklabOfSrgb } from './color-functions.ts';
import type { Component } from './color-functions.ts';

/** The tokens of CSS Syntax 3 that occur in colours. */
type Token =
  | { readonly kind: 'number' | 'percentage'; readonly value: number }
  | { readonly kind: 'angle'; readonly value: number }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'function'; readonly value: string }
  | { readonly kind: 'hash'; readonly value: string }
  | { readonly kind: ',' | '/' | ')' };

const ESCAPED = String.raw`\\(?:[0-9a-f]{1,6}[ \t\n\r\f]?|[^0-9a-f\n\r\f])`;

const PATTERN = new RegExp(
  [
    String.raw`(?<space>(?:[ \t\n\r\f]|/\*[^]*?\*/)+)`,
    String.raw`(?<number>[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)(?<unit>%|[a-z]+)?`,
    '#(?<hash>[0-9a-z_-]*)',
    String.raw`(?<word>-{0,2}(?:[a-z_]|${ESCAPED})(?:[a-z0-9_-]|${ESCAPED})*)(?<open>\()?`,
    '(?<sign>[,/)])',
  ].join('|'),
  'giy',
);

const ESCAPE = /\\(?:(?<code>[0-9a-f]{1,6})[ \t\n\r\f]?|(?<character>[^]))/giu;
const REPLACEMENT = '\ufffd';

/** The characters that CSS escapes stand for: `r\67 b` is `rgb`. */
const unescape = (word: string): string =>
  word.replaceAll(ESCAPE, (_all, code: string | undefined, character: string) => {
    if (code === undefined) return character;
    const point = Number.parseInt(code, 16);
    const isSurrogate = point >= 0xd800 && point <= 0xdfff;
    return point === 0 || point > 0x10ffff || isSurrogate ? REPLACEMENT : String.fromCodePoint(point);
  });

/** Degrees in each unit of angle. */
const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

// CSS lets implementations clamp numbers at their own limit. No meaningful colour reaches this one.
const LIMIT = 1e6;
const cut = (text: string): number => Math.max(-LIMIT, Math.min(LIMIT, Number(text)));

/**
 * Splits a colour into tokens, dropping white space and comments, which only separate them. Returns
 * null if a character starts no token, or a number has a unit that is not an angle.
 */
const tokenize = (text: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    PATTERN.lastIndex = position;
    const groups = PATTERN.exec(text)?.groups;
    if (groups === undefined) return null;
    position = PATTERN.lastIndex;
    const { number, unit, hash, word, open, sign } = groups;
    if (number !== undefined) {
      const value = cut(number);
      const degrees = DEGREES[unit?.toLowerCase() ?? ''];
      if (unit === undefined) tokens.push({ kind: 'number', value });
      else if (unit === '%') tokens.push({ kind: 'percentage', value });
      else if (degrees !== undefined) tokens.push({ kind: 'angle', value: value * degrees });
      else return null;
    } else if (hash !== undefined) tokens.push({ kind: 'hash', value: hash.toLowerCase() });
    else if (word !== undefined)
      tokens.push({ kind: open === undefined ? 'word' : 'function', value: unescape(word).toLowerCase() });
    else if (sign === ',' || sign === '/' || sign === ')') tokens.push({ kind: sign });
  }
  return tokens;
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

/** The named colours of CSS Color 4, §6.1, as `name rrggbb`. */
const TABLE = `
aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc,
bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a,
burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50,
cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b,
darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b,
darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darkred 8b0000,
darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f,
darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff,
dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0,
forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700, goldenrod daa520,
gray 808080, green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4,
indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5,
lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, lightcyan e0ffff,
lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1,
lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899,
lightslategrey 778899, lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00, limegreen 32cd32,
linen faf0e6, magenta ff00ff, maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd,
mediumorchid ba55d3, mediumpurple 9370db, mediumseagreen 3cb371, mediumslateblue 7b68ee,
mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585, midnightblue 191970,
mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5, navajowhite ffdead, navy 000080, oldlace fdf5e6,
olive 808000, olivedrab 6b8e23, orange ffa500, orangered ff4500, orchid da70d6, palegoldenrod eee8aa,
palegreen 98fb98, paleturquoise afeeee, palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9,
peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6, purple 800080, rebeccapurple 663399,
red ff0000, rosybrown bc8f8f, royalblue 4169e1, saddlebrown 8b4513, salmon fa8072, sandybrown f4a460,
seagreen 2e8b57, seashell fff5ee, sienna a0522d, silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd,
slategray 708090, slategrey 708090, snow fffafa, springgreen 00ff7f, steelblue 4682b4, tan d2b48c,
teal 008080, thistle d8bfd8, tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3,
white ffffff, whitesmoke f5f5f5, yellow ffff00, yellowgreen 9acd32
`;

/** Hex digits of each named colour, keyed by its lower-case name. */
export const NAMED_COLORS: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s*,\s*/)
    .map((entry) => {
      const [name = '', hex = ''] = entry.split(' ');
      return [name, hex];
    }),
);

/** A parsed colour, before gamut mapping, or the reason why the text is not one. */
type ParsedColor =
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
