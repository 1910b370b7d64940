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
