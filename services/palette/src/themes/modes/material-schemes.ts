import {
  Hct,
  SchemeContent,
  SchemeExpressive,
  SchemeFidelity,
  SchemeFruitSalad,
  SchemeMonochrome,
  SchemeNeutral,
  SchemeRainbow,
  SchemeTonalSpot,
  SchemeVibrant,
} from '@material/material-color-utilities';
import type { DynamicScheme } from '@material/material-color-utilities';

import type { Oklch, Rgb } from '../../color/color.ts';
import { oklabOfRgb, oklchOfOklab } from '../../color/oklab.ts';

type SchemeClass = new (source: Hct, isDark: boolean, contrast: number) => DynamicScheme;

/** Material 3's ways to choose colours beside the brand's, by their names in the API. */
const SCHEMES = {
  tonal_spot: SchemeTonalSpot,
  vibrant: SchemeVibrant,
  expressive: SchemeExpressive,
  content: SchemeContent,
  fidelity: SchemeFidelity,
  neutral: SchemeNeutral,
  monochrome: SchemeMonochrome,
  rainbow: SchemeRainbow,
  fruit_salad: SchemeFruitSalad,
} as const satisfies Record<string, SchemeClass>;

export type SchemeId = keyof typeof SCHEMES;
export const SCHEME_IDS = Object.keys(SCHEMES) as readonly SchemeId[];

/** The tone that Material gives filled shapes in its light mode. */
const FILL_TONE = 40;
const MIDDLE_TONE = 50;

const oklchOfArgb = (argb: number): Oklch => {
  const rgb: Rgb = { r: (argb >> 16) & 255, g: (argb >> 8) & 255, b: argb & 255 };
  return oklchOfOklab(oklabOfRgb(rgb));
};

/** Derives a scheme's colours from a brand colour, which itself stays as it is. */
export const schemeColors = (
  id: SchemeId,
  { r, g, b }: Rgb,
): { readonly secondary: Oklch; readonly tertiary: Oklch; readonly neutral: Oklch } => {
  const source = Hct.fromInt(((255 << 24) | (r << 16) | (g << 8) | b) >>> 0);
  const scheme = new SCHEMES[id](source, false, 0);
  return {
    secondary: oklchOfArgb(scheme.secondaryPalette.tone(FILL_TONE)),
    tertiary: oklchOfArgb(scheme.tertiaryPalette.tone(FILL_TONE)),
    neutral: oklchOfArgb(scheme.neutralPalette.tone(MIDDLE_TONE)),
  };
};
