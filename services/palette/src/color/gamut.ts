import type { Oklab, Oklch, P3, Rgb } from './color.ts';
import {
  linearP3OfOklab,
  linearSrgbOfOklab,
  oklabOfRgb,
  deltaEok,
  hueDifference,
  oklabOfOklch,
  oklchOfOklab,
} from './oklab.ts';
import { byteOfLinear, clamp, encodeGamma } from './srgb.ts';

type ToLinear = (color: Oklab) => readonly [number, number, number];

// Half an 8-bit step near black is 1.5e-4 in linear light; a ten-thousandth of that is noise.
const TOLERANCE = 1e-8;
const inUnitCube = ([r, g, b]: readonly [number, number, number]): boolean =>
  r >= -TOLERANCE &&
  r <= 1 + TOLERANCE &&
  g >= -TOLERANCE &&
  g <= 1 + TOLERANCE &&
  b >= -TOLERANCE &&
  b <= 1 + TOLERANCE;

/** No colour in sRGB or Display P3 has more chroma. */
const CHROMA_CEILING = 0.5;

/**
 * Keeps hue and lightness and reduces chroma until the colour is in gamut; clamps lightness to 0–1.
 */
const reduceChroma = (color: Oklch, toLinear: ToLinear): Oklch => {
  if (color.l <= 0) return { l: 0, c: 0, h: color.h };
  if (color.l >= 1) return { l: 1, c: 0, h: color.h };
  const { a, b } = oklabOfOklch(color);
  if (inUnitCube(toLinear({ l: color.l, a, b }))) return color;
  // Along the hue, a and b grow with the chroma: no sines and cosines in the loop.
  const [perChromaA, perChromaB] = [a / color.c, b / color.c];
  let low = 0;
  let high = Math.min(color.c, CHROMA_CEILING);
  // 2⁻²² of the ceiling is 1e-7, far below one 8-bit step.
  for (let step = 0; step < 22; step += 1) {
    const middle = (low + high) / 2;
    if (inUnitCube(toLinear({ l: color.l, a: middle * perChromaA, b: middle * perChromaB }))) low = middle;
    else high = middle;
  }
  return { l: color.l, c: low, h: color.h };
};

/** Whether sRGB can show the colour. */
export const isInSrgb = (color: Oklch): boolean => inUnitCube(linearSrgbOfOklab(oklabOfOklch(color)));

/**
 * The colour mapped into sRGB by reducing chroma only as far as needed. Not yet rounded to 8 bits.
 */
export const toSrgbGamut = (color: Oklch): Oklch => reduceChroma(color, linearSrgbOfOklab);

const nearestRgb = (mapped: Oklch): Rgb => {
  const [r, g, b] = linearSrgbOfOklab(oklabOfOklch(mapped));
  return { r: byteOfLinear(r), g: byteOfLinear(g), b: byteOfLinear(b) };
};

/** The colour as 8-bit sRGB, mapped into gamut by chroma alone. */
export const rgbOfOklch = (color: Oklch): Rgb => nearestRgb(toSrgbGamut(color));

/**
 * Rounding to 8 bits can shift the hue of a dull or dark colour by some degrees. This much is
 * accepted.
 */
const HUE_TOLERANCE = 0.7;
/** Below this chroma the hue is invisible, and there may be no 8-bit colour that has it. */
const HUE_MATTERS = 0.02;

/**
 * Like `rgbOfOklch`, but picks the nearest of the neighbouring 8-bit colours that keeps the hue
 * within 0.7°, or else the one that keeps it best. Harmony depends on hue, and plain rounding loses
 * up to 3°.
 */
export const rgbKeepingHue = (color: Oklch): Rgb => {
  const mapped = toSrgbGamut(color);
  const plain = nearestRgb(mapped);
  if (mapped.c < HUE_MATTERS) return plain;
  const target = oklabOfOklch(mapped);
  const hueError = (lab: Oklab): number => Math.abs(hueDifference(oklchOfOklab(lab).h, mapped.h));
  const plainError = hueError(oklabOfRgb(plain));
  if (plainError <= HUE_TOLERANCE) return plain;
  let best = plain;
  let bestHue = plainError;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let offset = 0; offset < 27; offset += 1) {
    const candidate = {
      r: clamp(plain.r + (offset % 3) - 1, 0, 255),
      g: clamp(plain.g + (Math.trunc(offset / 3) % 3) - 1, 0, 255),
      b: clamp(plain.b + Math.trunc(offset / 9) - 1, 0, 255),
    };
    const lab = oklabOfRgb(candidate);
    const hue = hueError(lab);
    const distance = deltaEok(lab, target);
    const better = hue <= HUE_TOLERANCE ? bestHue > HUE_TOLERANCE || distance < bestDistance : hue < bestHue;
    if (better) {
      best = candidate;
      bestHue = hue;
      bestDistance = distance;
    }
  }
  return best;
};

const round5 = (value: number): number => Math.round(value * 1e5) / 1e5 + 0;

/** Display P3 components 0–1, rounded to five decimals; mapped into P3 by chroma alone. */
export const p3OfOklch = (color: Oklch): P3 => {
  const [r, g, b] = linearP3OfOklab(oklabOfOklch(reduceChroma(color, linearP3OfOklab)));
  return {
    r: round5(clamp(encodeGamma(r), 0, 1)),
    g: round5(clamp(encodeGamma(g), 0, 1)),
    b: round5(clamp(encodeGamma(b), 0, 1)),
  };
};
