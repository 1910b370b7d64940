import type { Hsl, Oklch, P3, Rgb } from '../color/color.ts';
import { shownRatio } from '../color/contrast-ratio.ts';

/** Which scale each colour of a palette has. */
export type ScaleSpec = '50-950' | '1-12' | { readonly contrast: readonly number[]; readonly on: string };

/** One step of a colour's scale. */
export interface ScaleStep {
  /** `50`, `12`, or a contrast target such as `4.5`. */
  readonly step: string;
  readonly hex: string;
  readonly rgb: Rgb;
  readonly oklch: Oklch;
  readonly p3: P3;
  readonly inSrgb: boolean;
  /** True for the colour itself, unchanged. */
  readonly isBase: boolean;
  /** Exact WCAG ratio on white, or on the ground of the contrast targets. */
  readonly contrast: number;
  /** For `1-12`: the most transparent colour that looks the same on the page, in eight hex digits. */
  readonly alphaHex?: string;
}

/** One colour of a palette. */
export interface PaletteColor {
  /** Index in the palette; 0 is the base colour. */
  readonly index: number;
  /** Unique in its palette: `base`, `complement`, `base-lighter-1`. `^[a-z][a-z0-9-]*$`. */
  readonly role: string;
  /** sRGB: six lower-case hex digits with `#`. Opacity is in `alpha` only. */
  readonly hex: string;
  readonly rgb: Rgb;
  readonly hsl: Hsl;
  /** The intended colour, before mapping into sRGB. */
  readonly oklch: Oklch;
  /** The intended colour, mapped into Display P3. */
  readonly p3: P3;
  /**
   * True if the intended colour is in sRGB. If not, `hex` has the same hue and lightness with less
   * chroma.
   */
  readonly inSrgb: boolean;
  /** Opacity 0–1, the same as the base colour's. */
  readonly alpha: number;
  /** English colour name, unique in its palette: `Steel Blue`. */
  readonly name: string;
  /** The text colour with more contrast on it: `#000000` or `#ffffff`. */
  readonly onColor: string;
  /** If the palette has scales. */
  readonly scale?: readonly ScaleStep[];
  /** For `1-12`: the same for dark pages. Palettes of earlier versions have none. */
  readonly darkScale?: readonly ScaleStep[];
}

/** The colour a palette is generated from. */
export interface BaseColor {
  /** As the client wrote it. */
  readonly input: string;
  readonly hex: string;
  readonly oklch: Oklch;
  readonly alpha: number;
}

/** A saved palette. Its colours change only with its version. */
export interface Palette {
  /** TypeID `pal_…`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly scale: ScaleSpec | null;
  readonly baseColor: BaseColor;
  readonly harmony: string;
  readonly count: number;
  readonly colors: readonly PaletteColor[];
  /** Remarks for the client: a grey base, or a harmony that ran out of room. */
  readonly warnings: readonly string[];
  /** From 1; counts how often the colours were generated again. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `harmony` of a palette with colours from an image. */
export const FROM_IMAGE = 'from_image';

const stepJson = ({ step, hex, oklch, p3, inSrgb, isBase, contrast, alphaHex }: ScaleStep) => ({
  step,
  hex,
  oklch,
  p3,
  in_srgb: inSrgb,
  is_base: isBase,
  contrast: shownRatio(contrast),
  ...(alphaHex === undefined ? {} : { alpha_hex: alphaHex }),
});

const colorJson = (color: PaletteColor) => ({
  index: color.index,
  role: color.role,
  hex: color.hex,
  rgb: color.rgb,
  hsl: color.hsl,
  oklch: color.oklch,
  p3: color.p3,
  in_srgb: color.inSrgb,
  alpha: color.alpha,
  name: color.name,
  on_color: color.onColor,
  ...(color.scale ? { scale: color.scale.map(stepJson) } : {}),
  ...(color.darkScale ? { dark_scale: color.darkScale.map(stepJson) } : {}),
});

/** A palette as the API shows it. */
export const paletteJson = (palette: Palette) => ({
  id: palette.id,
  name: palette.name,
  description: palette.description,
  base_color: palette.baseColor,
  harmony: palette.harmony,
  count: palette.count,
  colors: palette.colors.map(colorJson),
  scale: palette.scale,
  warnings: palette.warnings,
  version: palette.version,
  workspace_id: palette.workspaceId,
  created_at: palette.createdAt.toISOString(),
  updated_at: palette.updatedAt.toISOString(),
});
