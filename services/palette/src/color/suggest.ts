import type { Oklch, Rgb } from './color.ts';
import { rgbKeepingHue } from './gamut.ts';
import { deltaEok, oklabOfRgb } from './oklab.ts';

/** The nearest colour with enough contrast, or the best that there is. */
export interface Suggestion {
  readonly reachable: boolean;
  readonly rgb: Rgb;
  /** Exact ratio of `rgb`, as measured in 8 bits. */
  readonly ratio: number;
  /** ΔEOK to the colour that it replaces. */
  readonly deltaE: number;
}

/** 2⁻¹² of lightness is below one step of 8 bits everywhere but near black. */
const STEPS = 12;

/**
 * Changes the lightness of a colour, and its chroma only where sRGB demands it, until `ratioOf` reaches `required`.
 * Looks both ways and takes the nearer end. Every colour that counts as passing was measured as 8-bit colour, so the
 * answer passes or says that nothing does.
 */
export const suggest = (color: Oklch, ratioOf: (rgb: Rgb) => number, required: number): Suggestion => {
  const origin = oklabOfRgb(rgbKeepingHue(color));
  let best: Suggestion | null = null;
  for (const end of [0, 1]) {
    let passing = rgbKeepingHue({ ...color, l: end });
    let ratio = ratioOf(passing);
    if (ratio >= required) {
      let failing = color.l;
      let passingLightness = end;
      for (let step = 0; step < STEPS; step += 1) {
        const l = (failing + passingLightness) / 2;
        const candidate = rgbKeepingHue({ ...color, l });
        const reached = ratioOf(candidate);
        if (reached >= required) {
          passing = candidate;
          ratio = reached;
          passingLightness = l;
        } else failing = l;
      }
    }
    const found = {
      reachable: ratio >= required,
      rgb: passing,
      ratio,
      deltaE: deltaEok(oklabOfRgb(passing), origin),
    };
    const better =
      best === null ||
      (found.reachable !== best.reachable
        ? found.reachable
        : found.reachable
          ? found.deltaE < best.deltaE
          : found.ratio > best.ratio);
    if (better) best = found;
  }
  // The loop ran twice, so there is one.
  return best ?? { reachable: false, rgb: rgbKeepingHue(color), ratio: 1, deltaE: 0 };
};
