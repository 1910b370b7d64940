import Color from 'colorjs.io';

import { parseColor } from '../color/css/parse-color.ts';
import type { Json } from '../themes/theme.ts';
import { unescapeName } from './css-blocks.ts';
import { evaluateCss, withoutNoise } from './css-math.ts';

/** Longer values are left out: variables that refer to others twice could double their length each time. */
const LONGEST = 4_000;
const DEEPEST = 16;

/** Where the parenthesis that opens at `start` closes; -1 if it doesn't. */
const closing = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
};

/** The parts of a text between separators outside parentheses and references in braces. */
const split = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '(' || letter === '{') depth += 1;
    if (letter === ')' || letter === '}') depth -= 1;
    if (depth !== 0 || !separator.test(letter)) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
};
const byComma = (text: string): string[] => split(text, /,/);
const bySpace = (text: string): string[] => split(text, /\s/);

const NAMED_VAR = /\bvar\(/i;
const MATHS =
  'calc|min|max|clamp|round|mod|rem|abs|sign|sqrt|pow|hypot|exp|log|sin|cos|tan|asin|acos|atan|atan2';
const HAS_MATH = new RegExp(`(?<![\\w-])(?:${MATHS})\\(`, 'i');
/** What a calculation begins with, if it isn't a number. */
const MATH = new RegExp(`^(?:${MATHS})\\(`, 'i');
const NUMBER = /^[+-]?\.?\d/;

const WORD = /[\w.%#-]/;

/** True if a value is made of others, not just one of them. */
export const isMade = (text: string): boolean =>
  /\b(?:var|color-mix)\(|\(\s*from\s/i.test(text.slice(0, LONGEST)) || HAS_MATH.test(text.slice(0, LONGEST));

/**
 * A value with its variables replaced, as a browser does.
 * @param valueOf the value of a variable, if it has one
 * @returns null for one without a value, for circles, and for what grows too long
 */
export const substitute = (
  text: string,
  valueOf: (name: string) => string | undefined,
  depth = 0,
): string | null => {
  if (depth > DEEPEST || text.length > LONGEST) return null;
  let rest = text;
  let done = '';
  for (let start = rest.search(NAMED_VAR); start !== -1; start = rest.search(NAMED_VAR)) {
    const end = closing(rest, start + 3);
    if (end === -1) return null;
    const [, name = '', fallback] =
      /^\s*--((?:\\[\da-f]{1,6}\s?|\\[^\da-f]|[^\s,()\\])+)\s*(?:,([^]*))?$/i.exec(
        rest.slice(start + 4, end),
      ) ?? [];
    const value = valueOf(unescapeName(name)) ?? fallback;
    const known = value === undefined ? null : substitute(value, valueOf, depth + 1);
    if (known === null) return null;
    // A value never becomes a part of the word or number beside it.
    const before = rest.slice(0, start);
    const [left, right] = [
      WORD.test((done + before).slice(-1)) ? ' ' : '',
      WORD.test(rest[end + 1] ?? '') ? ' ' : '',
    ];
    done += before + left + known.trim() + right;
    if (done.length > LONGEST) return null;
    rest = rest.slice(end + 1);
  }
  return done + rest;
};

/** The result of `calc(4px * 2)`, or of `12pt`; null for what adds different units, or isn't mathematics. */
const calculated = (text: string): string | null => {
  const { value, unit } = evaluateCss(text) ?? {};
  return value === undefined || !Number.isFinite(value) ? null : `${withoutNoise(value)}${unit}`;
};

const toColor = (text: string): Color | null => {
  const literal = colorIn(text);
  if (literal === null) return null;
  try {
    return new Color(literal);
  } catch {
    return null;
  }
};

/** A colour in a notation that everybody reads: spaces of sRGB as fractions of it, which CSS doesn't round. */
const written = (color: Color): string => {
  const isSrgb = ['srgb', 'hsl', 'hwb'].includes(color.space.id);
  const [one, two, three] = (isSrgb ? color.to('srgb') : color).coords;
  const { alpha } = color;
  const parts = [one, two, three].map((part) => Number((part ?? 0).toFixed(6)));
  const id = color.space.id;
  const name = isSrgb ? 'srgb' : (SPACE_NAMES.get(id) ?? id);
  const inside = `${parts.join(' ')}${alpha === 1 ? '' : ` / ${Number(alpha.toFixed(6))}`}`;
  return ['lab', 'lch', 'oklab', 'oklch'].includes(id) ? `${id}(${inside})` : `color(${name} ${inside})`;
};

/** Spaces of CSS, by their names in the library. */
const SPACES = new Map<string, string>([
  ['srgb', 'srgb'],
  ['srgb-linear', 'srgb-linear'],
  ['display-p3', 'p3'],
  ['a98-rgb', 'a98rgb'],
  ['prophoto-rgb', 'prophoto'],
  ['rec2020', 'rec2020'],
  ['xyz', 'xyz-d65'],
  ['xyz-d65', 'xyz-d65'],
  ['xyz-d50', 'xyz-d50'],
  ...['lab', 'oklab', 'lch', 'oklch', 'hsl', 'hwb'].map((name): [string, string] => [name, name]),
]);
const SPACE_NAMES = new Map([...SPACES].filter(([name]) => name !== 'xyz').map(([name, id]) => [id, name]));
const HUES = new Set(['shorter', 'longer', 'increasing', 'decreasing']);

/** `color-mix(in oklab, red 40%, white)` (CSS Color 5, §3). */
const mixed = (inside: string): string | null => {
  const given = byComma(inside);
  const [method = '', one = '', other = '', ...rest] = /^in\s/i.test(inside) ? given : ['in oklab', ...given];
  const [, name = '', hue = 'shorter'] = /^in\s+([\w-]+)(?:\s+(\w+)\s+hue)?$/i.exec(method) ?? [];
  const space = SPACES.get(name.toLowerCase());
  if (space === undefined || !HUES.has(hue) || rest.length > 0) return null;
  const read = (text: string): { color: Color | null; share: number | undefined } => {
    const parts = bySpace(text);
    const shares = parts.map((part) => (MATH.test(part) || NUMBER.test(part) ? evaluateCss(part) : null));
    const at = shares.findIndex((share) => share?.unit === '%');
    const share = at === -1 ? undefined : (shares[at]?.value ?? 0) / 100;
    return { color: toColor(parts.filter((_, place) => place !== at).join(' ')), share };
  };
  const [first, second] = [read(one), read(other)];
  if (first.color === null || second.color === null) return null;
  const p1 = first.share ?? (second.share === undefined ? 0.5 : 1 - second.share);
  const p2 = second.share ?? 1 - p1;
  const sum = p1 + p2;
  if (p1 < 0 || p2 < 0 || p1 > 1 || p2 > 1 || sum === 0) return null;
  const result = first.color.mix(second.color, p2 / sum, {
    space,
    outputSpace: space,
    hue: hue as 'shorter',
    premultiplied: true,
  });
  if (sum < 1) result.alpha *= sum;
  return written(result);
};

/** The channels of colour functions, and how many times they are what the library has. */
const CHANNELS: Readonly<Record<string, { space: string; names: readonly string[]; scale: number }>> = {
  rgb: { space: 'srgb', names: ['r', 'g', 'b'], scale: 255 },
  rgba: { space: 'srgb', names: ['r', 'g', 'b'], scale: 255 },
  hsl: { space: 'hsl', names: ['h', 's', 'l'], scale: 1 },
  hsla: { space: 'hsl', names: ['h', 's', 'l'], scale: 1 },
  hwb: { space: 'hwb', names: ['h', 'w', 'b'], scale: 1 },
  lab: { space: 'lab', names: ['l', 'a', 'b'], scale: 1 },
  lch: { space: 'lch', names: ['l', 'c', 'h'], scale: 1 },
  oklab: { space: 'oklab', names: ['l', 'a', 'b'], scale: 1 },
  oklch: { space: 'oklch', names: ['l', 'c', 'h'], scale: 1 },
};

/** More than a channel has. */
const UNBOUNDED = 1e6;

/** `oklch(from red l calc(c / 2) h / 50%)` (CSS Color 5, §4). */
const relative = (name: string, inside: string): string | null => {
  const [main = '', opacity] = split(inside, /\//);
  const [, origin = '', ...given] = bySpace(main);
  const space = name === 'color' ? SPACES.get((given.shift() ?? '').toLowerCase()) : undefined;
  const channels =
    space === undefined
      ? CHANNELS[name]
      : { space, names: space.startsWith('xyz') ? ['x', 'y', 'z'] : ['r', 'g', 'b'], scale: 1 };
  const color = toColor(origin)?.to(channels?.space ?? 'srgb');
  if (channels === undefined || color === undefined || given.length !== 3) return null;
  const values = new Map(
    channels.names.map((letter, place) => [letter, (color.coords[place] ?? 0) * channels.scale]),
  );
  values.set('alpha', color.alpha);
  const read = (text: string, full: number): number | null => {
    if (text.toLowerCase() === 'none') return 0;
    const { value, unit = '' } = evaluateCss(text, values) ?? {};
    if (value === undefined) return null;
    const given = unit === '%' ? (value / 100) * full : unit === '' || unit === 'deg' ? value : Number.NaN;
    // `calc((0.6 - l) * infinity)` is black or white: bounded, so that it stays a number.
    return Number.isNaN(given) ? null : Math.max(-UNBOUNDED, Math.min(UNBOUNDED, given));
  };
  const full = (letter: string): number => {
    if (channels.space === 'lab' || channels.space === 'lch') return { l: 100, c: 150 }[letter] ?? 125;
    if (channels.space.startsWith('ok')) return letter === 'l' ? 1 : 0.4;
    return channels.space === 'srgb' && channels.scale === 255
      ? 255
      : channels.scale === 1 && space
        ? 1
        : 100;
  };
  const coords = given.map((text, place) => read(text, full(channels.names[place] ?? '')));
  const alpha = opacity === undefined ? (values.get('alpha') ?? 1) : read(opacity, 1);
  const [one = null, two = null, three = null] = coords;
  if (one === null || two === null || three === null || alpha === null) return null;
  const { scale } = channels;
  const made = new Color(
    channels.space,
    [one / scale, two / scale, three / scale],
    Math.max(0, Math.min(1, alpha)),
  );
  return written(made);
};

/** A colour that is calculated as a literal; null for what isn't a colour. */
const colorIn = (text: string, depth = 0): string | null => {
  if (depth > DEEPEST) return null;
  if (parseColor(text).ok) return text;
  const [, name = ''] = /^([a-z-]+)\(/i.exec(text) ?? [];
  if (name === '' || closing(text, name.length) !== text.length - 1) return null;
  const inside = text.slice(name.length + 1, -1).trim();
  if (/^color-mix$/i.test(name)) return mixed(inside);
  if (/^from\s/i.test(inside)) return relative(name.toLowerCase(), inside);
  // Components may be calculated: `hsl(220 calc(2 * 25%) 40%)`.
  const parts = split(inside, /[\s,/]/).filter((part) => MATH.test(part));
  const results = parts.map(calculated);
  if (results.length === 0 || results.includes(null)) return null;
  const plain = parts.reduce((all, part, place) => all.replace(part, results[place] ?? ''), inside);
  const literal = `${name}(${plain})`;
  return parseColor(literal).ok ? literal : null;
};

/** A value of functions as the literal that it is: a colour, a size, a number. Null for others. */
export const computed = (text: string): string | null => {
  if (text.length > LONGEST) return null;
  return MATH.test(text) || NUMBER.test(text) ? calculated(text) : colorIn(text);
};

/** A colour of a composite value, or the reference that stands for one. */
const shadeIn = (text: string): string | null => (/^\{[^{}]+\}$/.test(text) ? text : colorIn(text));

/** A length of a composite value; zero needs no unit. */
const lengthIn = (text: string): string | null => {
  if (/^[+-]?0+(?:\.0+)?$/.test(text)) return '0px';
  const value = MATH.test(text) || NUMBER.test(text) ? calculated(text) : null;
  return value !== null && /(?:px|rem)$/.test(value) ? value : null;
};

const shadowIn = (text: string): Json | null => {
  const parts = bySpace(text);
  const inset = parts.filter((part) => /^inset$/i.test(part)).length;
  const lengths = parts.flatMap((part) => lengthIn(part) ?? []);
  const others = parts.filter((part) => !/^inset$/i.test(part) && lengthIn(part) === null);
  const [color = null] = others.map(shadeIn);
  if (lengths.length < 2 || lengths.length > 4 || others.length !== 1 || color === null || inset > 1)
    return null;
  const [offsetX = '', offsetY = '', blur = '0px', spread = '0px'] = lengths;
  return { color, offsetX, offsetY, blur, spread, ...(inset === 1 ? { inset: true } : {}) };
};

const STYLES = new Set('solid dashed dotted double groove ridge outset inset'.split(' '));
const borderIn = (text: string): Json | null => {
  const parts = bySpace(text);
  if (parts.length !== 3) return null;
  const style = parts.find((part) => STYLES.has(part.toLowerCase()));
  const [width = null] = parts.flatMap((part) => lengthIn(part) ?? []);
  const [color = null] = parts.filter((part) => part !== style).flatMap((part) => shadeIn(part) ?? []);
  return style === undefined || width === null || color === null
    ? null
    : { color, width, style: style.toLowerCase() };
};

/** The stops of a gradient; those without a place are evenly between their neighbours. */
const gradientIn = (text: string): { stops: Json; lost: string } | null => {
  const [, name = '', inside = ''] = /^((?:linear|radial|conic)-gradient)\(([^]*)\)$/i.exec(text) ?? [];
  if (name === '') return null;
  const parts = byComma(inside);
  const hasShape = shadeIn(bySpace(parts[0] ?? '')[0] ?? '') === null;
  const stops = parts.slice(hasShape ? 1 : 0).map((part) => {
    const [color = '', ...places] = bySpace(part);
    const place = places[0];
    const position =
      place === undefined ? undefined : /^-?[\d.]+%$/.test(place) ? Number.parseFloat(place) / 100 : NaN;
    return { color: shadeIn(color), position, count: places.length };
  });
  const last = stops.length - 1;
  if (
    last < 1 ||
    stops.some(({ color, position, count }) => color === null || Number.isNaN(position) || count > 1)
  )
    return null;
  const known = stops.map(({ position }, at) => position ?? (at === 0 ? 0 : at === last ? 1 : undefined));
  const placed = known.map((position, at) => {
    if (position !== undefined) return position;
    const before = known.findLastIndex((other, place) => place < at && other !== undefined);
    const after = known.findIndex((other, place) => place > at && other !== undefined);
    const [from = 0, to = 1] = [known[before], known[after]];
    return from + ((to - from) * (at - before)) / (after - before);
  });
  return {
    stops: stops.map(({ color }, at) => ({ color, position: Number((placed[at] ?? 0).toFixed(6)) })),
    lost: hasShape ? `${name.toLowerCase()}(${parts[0] ?? ''}, …)` : name.toLowerCase(),
  };
};

/** A composite value in CSS: its type, its members in CSS notation, and what DTCG has no place for. */
export interface CssComposite {
  readonly type: 'shadow' | 'border' | 'gradient';
  readonly members: Json;
  readonly lost?: string;
}

/** Reads a shadow, a border or a gradient; null for other values. */
export const compositeIn = (text: string): CssComposite | null => {
  if (text.length > LONGEST) return null;
  const gradient = gradientIn(text);
  if (gradient !== null) return { type: 'gradient', members: gradient.stops, lost: gradient.lost };
  const border = borderIn(text);
  if (border !== null) return { type: 'border', members: border };
  const layers = byComma(text).map(shadowIn);
  if (layers.length === 0 || layers.some((layer) => layer === null)) return null;
  const [only = null] = layers;
  return { type: 'shadow', members: layers.length === 1 ? only : layers };
};
