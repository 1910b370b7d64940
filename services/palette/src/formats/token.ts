import type { Oklch, P3, Rgb } from '../color/color.ts';

/** A colour as the formats write it. */
export interface TokenColor {
  /** Six lower-case digits with `#`, the colour in sRGB. */
  readonly hex: string;
  readonly rgb: Rgb;
  /** The colour as meant, before it was brought into sRGB. */
  readonly oklch: Oklch;
  readonly p3: P3;
  /** Whether `hex` is the colour as meant. */
  readonly inSrgb: boolean;
  /** Opacity 0–1. */
  readonly alpha: number;
}

/** A named colour, independent of any target. */
export interface ColorToken {
  /** Names from the outermost group to the token: `['light', 'on-primary']`. Never empty. */
  readonly path: readonly string[];
  readonly color: TokenColor;
  readonly description: string | null;
}
