import type { Oklch, Rgb } from './color.ts';
import { rgbKeepingHue, deltaEok, oklabOfRgb } from './oklab.ts';
import { linearOfByte } from './color.ts';

// The constants of APCA 0.0.98G-4g, as published in "The Lightness Contrast Calculation".
const EXPONENT = 2.4;
const BLACK_THRESHOLD = 0.022;
const BLACK_CLIP = 1.414;
const DELTA_MIN = 0.0005;
const SCALE = 1.14;
const OFFSET = 0.027;
const LOW_CLIP = 0.1;

const lightnessOf = ({ r, g, b }: Rgb): number => {
  const y =
    0.2126729 * (r / 255) ** EXPONENT + 0.7151522 * (g / 255) ** EXPONENT + 0.072175 * (b / 255) ** EXPONENT;
  return y > BLACK_THRESHOLD ? y : y + (BLACK_THRESHOLD - y) ** BLACK_CLIP;
};

/**
 * APCA lightness contrast (Lc) of text on a background: about −108 to 106, negative for light text
 * on a dark background. 0 below the threshold of visibility.
 */
export const apca = (text: Rgb, background: Rgb): number => {
  const front = lightnessOf(text);
  const back = lightnessOf(background);
  if (Math.abs(back - front) < DELTA_MIN) return 0;
  if (back > front) {
    const contrast = (back ** 0.56 - front ** 0.57) * SCALE;
    return contrast < LOW_CLIP ? 0 : (contrast - OFFSET) * 100;
  }
  const contrast = (back ** 0.65 - front ** 0.62) * SCALE;
  return contrast > -LOW_CLIP ? 0 : (contrast + OFFSET) * 100;
};

/** Relative luminance 0–1 of an 8-bit colour (WCAG 2.2). */
export const luminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linearOfByte(r) + 0.7152 * linearOfByte(g) + 0.0722 * linearOfByte(b);

/** WCAG 2.2 contrast ratio, 1–21, exact; never round it before comparing it. */
export const ratioOfLuminances = (one: number, other: number): number =>
  one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);

/** WCAG 2.2 contrast ratio of two opaque colours, 1–21. */
export const contrastRatio = (one: Rgb, other: Rgb): number =>
  ratioOfLuminances(luminance(one), luminance(other));

/** A ratio for display: two decimals, rounded down, so that 4.4999 never reads 4.5. */
export const shownRatio = (ratio: number): number => {
  const floored = Math.floor(ratio * 100) / 100;
  // 4.6 * 100 is 459.99…: undo what only binary fractions took away.
  return floored + 0.01 <= ratio ? Math.round((floored + 0.01) * 100) / 100 : floored;
};

/** Composites a colour of opacity 0–1 over an opaque background, in encoded sRGB as browsers do. */
export const composite = (top: Rgb, alpha: number, ground: Rgb): Rgb => ({
  r: Math.round(top.r * alpha + ground.r * (1 - alpha)),
  g: Math.round(top.g * alpha + ground.g * (1 - alpha)),
  b: Math.round(top.b * alpha + ground.b * (1 - alpha)),
});

export const WHITE: Rgb = { r: 255, g: 255, b: 255 };
export const BLACK: Rgb = { r: 0, g: 0, b: 0 };

/**
 * The ratio of every pair of colours, row by row: entry `i * n + j` is colour `i` on colour `j`.
 */
export const contrastMatrix = (colors: readonly Rgb[]): Float64Array => {
  const size = colors.length;
  const raised = new Float64Array(size);
  colors.forEach((color, place) => {
    raised[place] = luminance(color) + 0.05;
  });
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    const one = raised[i] ?? 0;
    matrix[i * size + i] = 1;
    for (let j = i + 1; j < size; j += 1) {
      const other = raised[j] ?? 0;
      const ratio = one > other ? one / other : other / one;
      matrix[i * size + j] = ratio;
      matrix[j * size + i] = ratio;
    }
  }
  return matrix;
};

/** The nearest colour with enough contrast, or the best available. */
interface Suggestion {
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
