import type { Oklch } from '../color/color.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch } from '../color/gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb, rgbOfHex } from '../color/srgb.ts';
import type { TokenColor } from './token.ts';
import type { Json } from '../themes/theme.ts';
import { readDtcgColor } from '../themes/tokens/dtcg-color.ts';

/** An OKLCH colour in every notation that formats need. */
export const tokenColorOfOklch = (oklch: Oklch, alpha: number): TokenColor => {
  const rgb = rgbOfOklch(oklch);
  return { hex: hexOfRgb(rgb), rgb, oklch, p3: p3OfOklch(oklch), inSrgb: isInSrgb(oklch), alpha };
};

/** An 8-bit sRGB colour, `#rrggbb`, in every notation that formats need. */
export const tokenColorOfHex = (hex: string, alpha: number): TokenColor => {
  const rgb = rgbOfHex(hex);
  const oklch = oklchOfOklab(oklabOfRgb(rgb));
  return { hex, rgb, oklch, p3: p3OfOklch(oklch), inSrgb: true, alpha };
};

/**
 * Converts a DTCG colour value: an object in any colour space, or `#rrggbb`. Null for anything
 * else.
 */
export const tokenColorOfDtcg = (value: Json): TokenColor | null => {
  if (typeof value === 'string')
    return /^#[0-9a-f]{6}$/i.test(value) ? tokenColorOfHex(value.toLowerCase(), 1) : null;
  const color = readDtcgColor(value);
  if (!color) return null;
  const { oklch, rgb, alpha } = color;
  return { ...tokenColorOfOklch(oklch, alpha), hex: hexOfRgb(rgb), rgb };
};
