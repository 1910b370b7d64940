import { converter } from 'culori';

import type { Oklch } from '../color/color.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch } from '../color/gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { clamp, hexOfRgb, rgbOfHex } from '../color/srgb.ts';
import type { TokenColor } from '../formats/token.ts';
import type { Json } from '../themes/theme.ts';

/** An OKLCH colour with all that the formats need. */
export const tokenColorOfOklch = (oklch: Oklch, alpha: number): TokenColor => {
  const rgb = rgbOfOklch(oklch);
  return { hex: hexOfRgb(rgb), rgb, oklch, p3: p3OfOklch(oklch), inSrgb: isInSrgb(oklch), alpha };
};

/** An 8-bit sRGB colour, `#rrggbb`, with all that the formats need. */
export const tokenColorOfHex = (hex: string, alpha: number): TokenColor => {
  const rgb = rgbOfHex(hex);
  const oklch = oklchOfOklab(oklabOfRgb(rgb));
  return { hex, rgb, oklch, p3: p3OfOklch(oklch), inSrgb: true, alpha };
};

/** culori's name, its channels and their scale for each of DTCG's colour spaces. */
const SPACES: Readonly<Record<string, readonly [mode: string, channels: string, scale?: number]>> = {
  'srgb-linear': ['lrgb', 'rgb'],
  'display-p3': ['p3', 'rgb'],
  'a98-rgb': ['a98', 'rgb'],
  'prophoto-rgb': ['prophoto', 'rgb'],
  rec2020: ['rec2020', 'rgb'],
  'xyz-d65': ['xyz65', 'xyz'],
  'xyz-d50': ['xyz50', 'xyz'],
  lab: ['lab', 'lab'],
  lch: ['lch', 'lch'],
  oklab: ['oklab', 'lab'],
  oklch: ['oklch', 'lch'],
  hsl: ['hsl', 'hsl', 100],
  hwb: ['hwb', 'hwb', 100],
};

const toOklch = converter('oklch');

/** A number of a DTCG value; `none` counts as 0. */
const number = (value: Json | undefined, fallback = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

const isTree = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The colour of a DTCG colour value (an object, or `#rrggbb`); null for anything else. */
export const tokenColorOfDtcg = (value: Json): TokenColor | null => {
  if (typeof value === 'string')
    return /^#[0-9a-f]{6}$/i.test(value) ? tokenColorOfHex(value.toLowerCase(), 1) : null;
  if (!isTree(value)) return null;
  const { colorSpace, components, alpha, hex } = value;
  const opacity = clamp(number(alpha, 1), 0, 1);
  if (typeof colorSpace !== 'string' || !Array.isArray(components)) return null;
  const parts = components.map((part) => number(part as Json));
  const [first = 0, second = 0, third = 0] = parts;
  if (colorSpace === 'srgb') {
    const byte = (part: number): number => Math.round(clamp(part, 0, 1) * 255);
    const computed = hexOfRgb({ r: byte(first), g: byte(second), b: byte(third) });
    const within = parts.every((part) => part >= 0 && part <= 1);
    if (within) return tokenColorOfHex(typeof hex === 'string' ? hex.toLowerCase() : computed, opacity);
  }
  const [mode, channels, scale = 1] = SPACES[colorSpace] ?? ['rgb', 'rgb'];
  const color = Object.fromEntries(
    Array.from(channels, (channel, index) => [channel, (parts[index] ?? 0) / (channel === 'h' ? 1 : scale)]),
  );
  const oklch = toOklch({ mode, ...color } as Parameters<typeof toOklch>[0]);
  if (!oklch) return null;
  return tokenColorOfOklch({ l: clamp(oklch.l, 0, 1), c: Math.max(0, oklch.c), h: oklch.h ?? 0 }, opacity);
};
