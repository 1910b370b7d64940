import type { Oklch, Rgb } from './color.ts';
import { rgbKeepingHue } from './gamut.ts';
import { deltaEok, oklabOfRgb } from './oklab.ts';

/** The nearest colour with enough contrast, or the best available. */
export interface Suggestion {
  readonly reachable: boolean;
  readonly rgb: Rgb;
  /** Exact ratio of `rgb`, measured in 8 bits. */
  readonly ratio: number;
  /** ΔEOK to the colour that it replaces. */
  readonly deltaE: number;
}

/** 2⁻¹² of lightness is less than one 8-bit step, except near black. */
const STEPS = 12;

/**
 * Changes the lightness of a colour, and its chroma only where sRGB requires it, until `ratioOf`
 * reaches `required`. Searches both lighter and darker and takes the closer result. Candidates are
 * measured as 8-bit colours, so the result either passes or is marked unreachable.
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
  // The loop has run twice, so `best` is set.
  return best ?? { reachable: false, rgb: rgbKeepingHue(color), ratio: 1, deltaE: 0 };
};
