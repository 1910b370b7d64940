import type { Hsl, Oklch, P3, Rgb } from '../color/color.ts';

/** One colour of a palette. */
export interface PaletteColor {
  /** Place in the palette, from 0; 0 is the base colour. */
  readonly index: number;
  /** What the colour is for, unique in its palette: `base`, `complement`, `base-lighter-1`. `^[a-z][a-z0-9-]*$`. */
  readonly role: string;
  /** sRGB, six lower-case digits with `#`. Opacity is in `alpha` only. */
  readonly hex: string;
  readonly rgb: Rgb;
  readonly hsl: Hsl;
  /** The colour as meant, before it was brought into sRGB. */
  readonly oklch: Oklch;
  /** The colour as meant, brought into Display P3. */
  readonly p3: P3;
  /** Whether `hex` is the colour as meant, or the nearest of the same hue and lightness in sRGB. */
  readonly inSrgb: boolean;
  /** Opacity 0–1; that of the base colour. */
  readonly alpha: number;
  /** English colour name, unique in its palette: `Steel Blue`. */
  readonly name: string;
  /** The better readable text colour on it: `#000000` or `#ffffff`. */
  readonly onColor: string;
}

/** The colour that a palette was made from. */
export interface BaseColor {
  /** As the client wrote it. */
  readonly input: string;
  readonly hex: string;
  readonly oklch: Oklch;
  readonly alpha: number;
}

/** A saved palette. It never changes after it was made. */
export interface Palette {
  /** TypeID `pal_…`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly baseColor: BaseColor;
  readonly harmony: string;
  readonly count: number;
  readonly colors: readonly PaletteColor[];
  /** What the client should know: a grey base, a harmony that ran out of room. */
  readonly warnings: readonly string[];
  readonly createdAt: Date;
}
