import type { Oklab, Rgb, Oklch, Matrix, P3 } from './color.ts';
import { invert, multiply, linearOfByte, byteOfLinear, clamp, encodeGamma } from './color.ts';

/** Normalizes an angle to [0, 360). */
export const turn = (degrees: number): number => {
  const rest = degrees % 360;
  // `+ 360` rounds up to 360 itself for the smallest negative angles.
  return rest < 0 ? (rest + 360) % 360 : rest + 0;
};

/** Chroma below this is rounding noise: the colour is grey and has no hue. */
const NO_CHROMA = 4e-6;

/** Polar form; a grey gets chroma 0 and hue 0. */
export const oklchOfOklab = ({ l, a, b }: Oklab): Oklch => {
  const c = Math.hypot(a, b);
  return c < NO_CHROMA ? { l, c: 0, h: 0 } : { l, c, h: turn((Math.atan2(b, a) * 180) / Math.PI) };
};

/** Cartesian form. */
export const oklabOfOklch = ({ l, c, h }: Oklch): Oklab => {
  const angle = (h * Math.PI) / 180;
  return { l, a: c * Math.cos(angle), b: c * Math.sin(angle) };
};

/** The signed angle from one hue to another, −180–180 degrees. */
export const hueDifference = (from: number, to: number): number => turn(to - from + 180) - 180;

// CSS Color 4, §10 and "Sample code for color conversions". Inverses and products are computed
// rather than copied, so that round trips are exact to the last bits.
/** CIE XYZ (D65) of linear-light sRGB. */
export const XYZ_OF_SRGB: Matrix = [
  506752 / 1228815,
  87881 / 245763,
  12673 / 70218,
  87098 / 409605,
  175762 / 245763,
  12673 / 175545,
  7918 / 409605,
  87881 / 737289,
  1001167 / 1053270,
];

/** CIE XYZ (D65) of linear-light Display P3. */
export const XYZ_OF_P3: Matrix = [
  608311 / 1250200,
  189793 / 714400,
  198249 / 1000160,
  35783 / 156275,
  247089 / 357200,
  198249 / 2500400,
  0,
  32229 / 714400,
  5220557 / 5000800,
];

const LMS_OF_XYZ: Matrix = [
  0.819022437996703, 0.3619062600528904, -0.1288737815209879, 0.0329836539323885, 0.9292868615863434,
  0.0361446663506424, 0.0481771893596242, 0.2642395317527308, 0.6335478284694309,
];

const OKLAB_OF_LMS: Matrix = [
  0.210454268309314, 0.7936177747023054, -0.0040720430116193, 1.9779985324311684, -2.4285922420485799,
  0.450593709617411, 0.0259040424655478, 0.7827717124575296, -0.8086757549230774,
];

const LMS_OF_SRGB = multiply(LMS_OF_XYZ, XYZ_OF_SRGB);

const LMS_OF_OKLAB = invert(OKLAB_OF_LMS);

const SRGB_OF_LMS = invert(LMS_OF_SRGB);

const P3_OF_LMS = multiply(invert(XYZ_OF_P3), invert(LMS_OF_XYZ));

const labOfLms = (l: number, m: number, s: number): Oklab => {
  const lr = Math.cbrt(l);
  const mr = Math.cbrt(m);
  const sr = Math.cbrt(s);
  const k = OKLAB_OF_LMS;
  return {
    l: k[0] * lr + k[1] * mr + k[2] * sr,
    a: k[3] * lr + k[4] * mr + k[5] * sr,
    b: k[6] * lr + k[7] * mr + k[8] * sr,
  };
};

/** OKLab of CIE XYZ (D65, Y of white = 1). */
export const oklabOfXyz = (x: number, y: number, z: number): Oklab => {
  const k = LMS_OF_XYZ;
  return labOfLms(
    k[0] * x + k[1] * y + k[2] * z,
    k[3] * x + k[4] * y + k[5] * z,
    k[6] * x + k[7] * y + k[8] * z,
  );
};

/** OKLab of linear-light sRGB; components in gamut are 0–1. */
export const oklabOfLinear = (r: number, g: number, b: number): Oklab => {
  const k = LMS_OF_SRGB;
  return labOfLms(
    k[0] * r + k[1] * g + k[2] * b,
    k[3] * r + k[4] * g + k[5] * b,
    k[6] * r + k[7] * g + k[8] * b,
  );
};

/** OKLab of 8-bit sRGB. */
export const oklabOfRgb = ({ r, g, b }: Rgb): Oklab =>
  oklabOfLinear(linearOfByte(r), linearOfByte(g), linearOfByte(b));

/** Several times as fast as `** 3`, which is a call of `Math.pow`. */
const cube = (value: number): number => value * value * value;

const linearOf =
  (matrix: Matrix) =>
  ({ l, a, b }: Oklab): [number, number, number] => {
    const k = LMS_OF_OKLAB;
    const lms0 = cube(k[0] * l + k[1] * a + k[2] * b);
    const lms1 = cube(k[3] * l + k[4] * a + k[5] * b);
    const lms2 = cube(k[6] * l + k[7] * a + k[8] * b);
    return [
      matrix[0] * lms0 + matrix[1] * lms1 + matrix[2] * lms2,
      matrix[3] * lms0 + matrix[4] * lms1 + matrix[5] * lms2,
      matrix[6] * lms0 + matrix[7] * lms1 + matrix[8] * lms2,
    ];
  };

/** Linear-light sRGB of OKLab; outside 0–1 if the colour is out of gamut. */
export const linearSrgbOfOklab = linearOf(SRGB_OF_LMS);

/** Linear-light Display P3 of OKLab; outside 0–1 if the colour is out of gamut. */
export const linearP3OfOklab = linearOf(P3_OF_LMS);

/** ΔEOK: the Euclidean distance in OKLab; about 0.02 is just visible side by side. */
export const deltaEok = (one: Oklab, other: Oklab): number =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);

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

/** True if sRGB can show the colour. */
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
