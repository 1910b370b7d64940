import type { Rgb } from '../color/color.ts';
import { MIN_DISTANCE } from '../color/color-collector.ts';
import type { GeneratedColor } from '../color/color-collector.ts';
import type { GeneratedPalette } from '../color/generate.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { oklchOfOklab } from '../color/oklch.ts';
import type { MainColor } from '../images/main-colors.ts';

/** The main colours of an image as colours of a palette, at most `count` of them. */
export const colorsOfImage = (found: readonly MainColor[], count: number): GeneratedPalette => {
  const distinct: Rgb[] = [];
  for (const { rgb } of found) {
    const lab = oklabOfRgb(rgb);
    if (distinct.every((other) => deltaEok(lab, oklabOfRgb(other)) >= MIN_DISTANCE)) distinct.push(rgb);
  }
  const colors = distinct.map((rgb, place): GeneratedColor => ({
    role: place === 0 ? 'base' : `image-${place}`,
    rgb,
    oklch: oklchOfOklab(oklabOfRgb(rgb)),
  }));
  const warnings =
    colors.length < count ? [`The image has ${colors.length} colours that differ visibly.`] : [];
  return { colors, warnings };
};
