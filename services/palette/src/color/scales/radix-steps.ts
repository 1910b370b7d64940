import { contrastRatio } from '../contrast-ratio.ts';
import { rgbOfOklch } from '../gamut.ts';
import { oklabOfRgb } from '../oklab.ts';
import { oklchOfOklab } from '../oklch.ts';
import { suggest } from '../suggest.ts';
import type { ScaleBase, ScaleColor } from './scale.ts';

/**
 * OKLCH lightness and share of the base's chroma of the steps below the solid one, as in Radix
 * Colors: page, panels, components at rest, hovered and pressed, three borders.
 */
const GROUNDS: readonly (readonly [lightness: number, share: number])[] = [
  [0.993, 0.03],
  [0.981, 0.08],
  [0.959, 0.16],
  [0.931, 0.27],
  [0.902, 0.37],
  [0.868, 0.46],
  [0.824, 0.56],
  [0.763, 0.7],
];
/** How far the hovered solid step is from the solid one. */
const HOVER = 0.035;

/**
 * The twelve steps of Radix Colors for a light page. The base is step 9, unchanged; 11 and 12 are
 * text with at least 4.5:1 and 7:1 on step 2.
 */
export const radixSteps = ({ oklch: { l, c, h } }: ScaleBase): ScaleColor[] => {
  const grounds = GROUNDS.map(([lightness, share], place) => ({
    step: String(place + 1),
    color: { l: lightness, c: c * share, h },
  }));
  const panel = rgbOfOklch(grounds[1]?.color ?? { l: 1, c: 0, h });
  const text = (lightness: number, chroma: number, required: number) => {
    const start = { l: Math.min(l, lightness), c: chroma, h };
    const found = suggest(start, (rgb) => contrastRatio(rgb, panel), required);
    const { rgb } = contrastRatio(rgbOfOklch(start), panel) >= required ? { rgb: rgbOfOklch(start) } : found;
    return oklchOfOklab(oklabOfRgb(rgb));
  };
  return [
    ...grounds,
    { step: '9', color: null },
    { step: '10', color: { l: l > 0.2 ? l - HOVER : l + HOVER, c, h } },
    { step: '11', color: text(0.55, c, 4.5) },
    { step: '12', color: text(0.33, c * 0.6, 7) },
  ];
};
