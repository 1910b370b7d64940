import type { Oklch, Rgb } from '../../color/color.ts';
import { BLACK, WHITE, contrastRatio } from '../../color/contrast-ratio.ts';
import { rgbKeepingHue } from '../../color/gamut.ts';
import { suggest } from '../../color/suggest.ts';

/** The colour itself if it reaches the ratio on every ground, else the nearest lightness that does. */
export const readable = (color: Oklch, grounds: readonly Rgb[], required: number): Rgb => {
  const ratioOf = (rgb: Rgb): number => Math.min(...grounds.map((ground) => contrastRatio(rgb, ground)));
  const rgb = rgbKeepingHue(color);
  return ratioOf(rgb) >= required ? rgb : suggest(color, ratioOf, required).rgb;
};

/**
 * White if it has enough contrast, as is customary on a coloured ground; else black if it has; else
 * the better one, which always reaches 4.58.
 */
export const textOn = (ground: Rgb, required: number): Rgb => {
  const [white, black] = [contrastRatio(WHITE, ground), contrastRatio(BLACK, ground)];
  if (white >= required) return WHITE;
  return black >= required || black >= white ? BLACK : WHITE;
};
