import type { Oklab, Rgb } from '../color/color.ts';
import { oklabOfRgb } from '../color/oklab.ts';

/** A colour with the number of its pixels. */
export interface Weighted {
  readonly lab: Oklab;
  readonly rgb: Rgb;
  readonly weight: number;
}

/** Pixels in bins of 5 bits a channel, each with the mean of its pixels. */
export const binned = (pixels: readonly Rgb[]): Weighted[] => {
  const bins = new Map<number, { r: number; g: number; b: number; weight: number }>();
  for (const { r, g, b } of pixels) {
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, weight: 0 };
    bins.set(key, { r: bin.r + r, g: bin.g + g, b: bin.b + b, weight: bin.weight + 1 });
  }
  return [...bins.values()].map(({ r, g, b, weight }) => {
    const rgb = {
      r: Math.round(r / weight),
      g: Math.round(g / weight),
      b: Math.round(b / weight),
    };
    return { rgb, lab: oklabOfRgb(rgb), weight };
  });
};

/** Vivid colours count more: people remember the red coat, not the grey street. */
const CHROMA_BONUS = 6;

/** How much a colour counts. */
export const importance = ({ lab, weight }: Weighted): number =>
  weight * (1 + CHROMA_BONUS * Math.hypot(lab.a, lab.b));
