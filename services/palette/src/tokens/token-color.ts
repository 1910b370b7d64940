import type { Oklch } from '../color/color.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch } from '../color/gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import { clamp, hexOfRgb, rgbOfHex } from '../color/srgb.ts';
import type { TokenColor } from '../formats/token.ts';
import type { Json } from '../themes/theme.ts';
import { oklchOfDtcg } from '../themes/tokens/dtcg-color.ts';
import { isNode } from '../themes/tokens/token-tree.ts';

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

/** The colour of a DTCG colour value: an object in any of its colour spaces, or `#rrggbb`. Null for anything else. */
export const tokenColorOfDtcg = (value: Json): TokenColor | null => {
  if (typeof value === 'string')
    return /^#[0-9a-f]{6}$/i.test(value) ? tokenColorOfHex(value.toLowerCase(), 1) : null;
  const oklch = oklchOfDtcg(value);
  if (!oklch || !isNode(value)) return null;
  const { alpha } = value;
  return tokenColorOfOklch(oklch, typeof alpha === 'number' ? clamp(alpha, 0, 1) : 1);
};
