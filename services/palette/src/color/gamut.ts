import type { Oklab, Oklch, P3, Rgb } from './color.ts';
import {
  hueDifference,
  linearP3OfOklab,
  linearSrgbOfOklab,
  oklabOfOklch,
  oklabOfRgb,
  oklchOfOklab,
  deltaEok,
} from './oklab.ts';
import { byteOfLinear, clamp, encodeGamma } from './srgb.ts';

type ToLinear = (color: Oklab) => readonly [number, number, number];

// Half of the smallest step that 8 bits can show near black is 1.5e-4; a tenth of a thousandth of it is noise.
const TOLERANCE = 1e-8;
const inUnitCube = ([r, g, b]: readonly [number, number, number]): boolean =>
  r >= -TOLERANCE &&
  r <= 1 + TOLERANCE &&
  g >= -TOLERANCE &&
  g <= 1 + TOLERANCE &&
  b >= -TOLERANCE &&
  b <= 1 + TOLERANCE;

/** No colour of sRGB or Display P3 has more chroma. */
const CHROMA_CEILING = 0.5;

/** The same hue and lightness with as much of the chroma as the gamut has room for; lightness is cut to 0–1. */
const reduceChroma = (color: Oklch, toLinear: ToLinear): Oklch => {
  if (color.l <= 0) return { l: 0, c: 0, h: color.h };
  if (color.l >= 1) return { l: 1, c: 0, h: color.h };
  if (inUnitCube(toLinear(oklabOfOklch(color)))) return color;
  let low = 0;
  let high = Math.min(color.c, CHROMA_CEILING);
  // 2⁻²² of the ceiling is 1e-7, far below one step of 8 bits.
  for (let step = 0; step < 22; step += 1) {
    const middle = (low + high) / 2;
    if (inUnitCube(toLinear(oklabOfOklch({ l: color.l, c: middle, h: color.h })))) low = middle;
    else high = middle;
  }
  return { l: color.l, c: low, h: color.h };
};

/** Whether sRGB can show the colour. */
export const isInSrgb = (color: Oklch): boolean => inUnitCube(linearSrgbOfOklab(oklabOfOklch(color)));

/** The colour in sRGB: hue and lightness kept, chroma reduced only as far as needed. Not yet rounded to 8 bits. */
export const toSrgbGamut = (color: Oklch): Oklch => reduceChroma(color, linearSrgbOfOklab);

const nearestRgb = (mapped: Oklch): Rgb => {
  const [r, g, b] = linearSrgbOfOklab(oklabOfOklch(mapped));
  return { r: byteOfLinear(r), g: byteOfLinear(g), b: byteOfLinear(b) };
};

/** The 8-bit sRGB colour nearest to one that is mapped into sRGB by chroma alone. */
export const rgbOfOklch = (color: Oklch): Rgb => nearestRgb(toSrgbGamut(color));

/** Rounding to 8 bits may turn the hue of a dull or dark colour by some degrees; up to this it may. */
const HUE_TOLERANCE = 0.7;
/** Below this chroma the hue can't be seen, and no 8-bit colour may hold it. */
const HUE_MATTERS = 0.02;

/**
 * Like `rgbOfOklch`, but among the 8-bit colours around it the nearest one that keeps the hue within 0.7°,
 * or else the one that keeps it best: harmony is a matter of hue, and plain rounding loses up to 3° of it.
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

/** Display P3 components 0–1, rounded to five decimals; mapped by chroma alone where P3 can't show the colour. */
export const p3OfOklch = (color: Oklch): P3 => {
  const [r, g, b] = linearP3OfOklab(oklabOfOklch(reduceChroma(color, linearP3OfOklab)));
  return {
    r: round5(clamp(encodeGamma(r), 0, 1)),
    g: round5(clamp(encodeGamma(g), 0, 1)),
    b: round5(clamp(encodeGamma(b), 0, 1)),
  };
};
