/** Colour values used throughout the service. All are plain, immutable data. */

/** sRGB, integers 0–255. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** HSL of an sRGB colour: hue in degrees [0, 360), saturation and lightness in percent 0–100. */
export interface Hsl {
  readonly h: number;
  readonly s: number;
  readonly l: number;
}

/**
 * OKLCH: lightness 0–1, chroma ≥ 0 (sRGB ends near 0.32), hue in degrees [0, 360); a grey has hue
 * 0.
 */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** OKLab: lightness 0–1; a and b about −0.4–0.4. */
export interface Oklab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** Display P3 components, 0–1. */
export interface P3 {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** A 3×3 matrix, row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** The product `a · b`. */
export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
  a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
  a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
  a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
  a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
  a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
  a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
  a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
  a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
];

/** The inverse of a regular matrix, by its adjugate. */
export const invert = ([a, b, c, d, e, f, g, h, i]: Matrix): Matrix => {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const scale = 1 / determinant;
  return [
    (e * i - f * h) * scale,
    (c * h - b * i) * scale,
    (b * f - c * e) * scale,
    (f * g - d * i) * scale,
    (a * i - c * g) * scale,
    (c * d - a * f) * scale,
    (d * h - e * g) * scale,
    (b * g - a * h) * scale,
    (a * e - b * d) * scale,
  ];
};

/**
 * Linear light of an encoded sRGB or Display P3 component (IEC 61966-2-1); odd-symmetric below 0.
 */
export const decodeGamma = (value: number): number => {
  const size = Math.abs(value);
  const linear = size <= 0.04045 ? size / 12.92 : ((size + 0.055) / 1.055) ** 2.4;
  return value < 0 ? -linear : linear;
};

/** The encoded component of linear light; odd-symmetric below 0. */
export const encodeGamma = (linear: number): number => {
  const size = Math.abs(linear);
  const value = size <= 0.0031308 ? size * 12.92 : 1.055 * size ** (1 / 2.4) - 0.055;
  return linear < 0 ? -value : value;
};

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => decodeGamma(byte / 255));

/** Linear light of an 8-bit component, from a table; NaN outside 0–255. */
export const linearOfByte = (byte: number): number => LINEAR[byte] ?? Number.NaN;

/** Limits a number to a range. */
export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

/** The 8-bit component nearest to linear light. */
export const byteOfLinear = (linear: number): number => Math.round(clamp(encodeGamma(linear), 0, 1) * 255);

/** The 8-bit colour of encoded components 0–1, rounded half up as browsers do. */
export const rgbOfFractions = ([r, g, b]: readonly [number, number, number]): Rgb => ({
  r: byteOfFraction(r),
  g: byteOfFraction(g),
  b: byteOfFraction(b),
});

// A half that binary fractions miss, such as that of 50 %, must not be rounded down.
const byteOfFraction = (value: number): number => Math.floor(value * 255 + 0.5 + 1e-9);

/** Six lower-case hex digits with `#`. */
export const hexOfRgb = ({ r, g, b }: Rgb): string =>
  `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;

/** Parses six hex digits with `#`, the form this service stores. */
export const rgbOfHex = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 };
};

const round2 = (value: number): number => Math.round(value * 100) / 100;

/**
 * HSL rounded to two decimals, precise enough to give back the same 8-bit colour (CSS Color 4, §7).
 */
export const hslOfRgb = ({ r, g, b }: Rgb): Hsl => {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const range = max - min;
  const lightness = (max + min) / 510;
  if (range === 0) return { h: 0, s: 0, l: round2(lightness * 100) };
  const sector =
    max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const saturation = range / 255 / (1 - Math.abs(2 * lightness - 1));
  return { h: round2(sector * 60) % 360, s: round2(saturation * 100), l: round2(lightness * 100) };
};
