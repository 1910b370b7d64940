import type { Oklch } from '../color/color.ts';
import { BLACK, WHITE, composite, luminance, ratioOfLuminances } from '../color/contrast-ratio.ts';
import { isInSrgb, p3OfOklch } from '../color/gamut.ts';
import { generate } from '../color/generate.ts';
import type { GeneratedColor } from '../color/generate.ts';
import type { Harmony } from '../color/harmonies/harmony.ts';
import { createNamer } from '../color/names/color-names.ts';
import { oklabOfRgb } from '../color/oklab.ts';
import { hexOfRgb, hslOfRgb } from '../color/srgb.ts';
import type { BaseColor, Palette, PaletteColor } from './palette.ts';

/** What a palette is made from. */
export interface PaletteRecipe {
  /** The base colour as the client wrote it. */
  readonly input: string;
  /** The base colour as parsed. */
  readonly oklch: Oklch;
  /** Opacity of the base colour, 0–1. */
  readonly alpha: number;
  readonly harmony: Harmony;
  /** 1–32. */
  readonly count: number;
}

const rounded = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;

/** Fine enough that the same 8-bit colour comes back from it. */
const roundedOklch = ({ l, c, h }: Oklch): Oklch => ({
  l: rounded(l, 1e6),
  c: rounded(c, 1e6),
  h: rounded(h, 1e4) % 360,
});

const roundedAlpha = (alpha: number): number => rounded(alpha, 1e4);

/** Black or white, whichever reads better on the colour; a translucent colour is taken as lying on white. */
const onColorOf = ({ rgb }: GeneratedColor, alpha: number): string => {
  const ground = luminance(composite(rgb, alpha, WHITE));
  return hexOfRgb(ratioOfLuminances(ground, 0) >= ratioOfLuminances(ground, 1) ? BLACK : WHITE);
};

/** The colours of a palette with everything that is reported of them. Deterministic. */
export const makePalette = (
  recipe: PaletteRecipe,
): Pick<Palette, 'baseColor' | 'harmony' | 'count' | 'colors' | 'warnings'> => {
  const { colors, warnings } = generate(recipe.oklch, recipe.harmony, recipe.count);
  const nameOf = createNamer();
  const alpha = roundedAlpha(recipe.alpha);
  const described = colors.map((color, index): PaletteColor => ({
    index,
    role: color.role,
    hex: hexOfRgb(color.rgb),
    rgb: color.rgb,
    hsl: hslOfRgb(color.rgb),
    oklch: roundedOklch(color.oklch),
    p3: p3OfOklch(color.oklch),
    inSrgb: isInSrgb(color.oklch),
    alpha,
    name: nameOf(oklabOfRgb(color.rgb)),
    onColor: onColorOf(color, alpha),
  }));
  const baseColor: BaseColor = {
    input: recipe.input,
    hex: described[0]?.hex ?? '',
    oklch: roundedOklch(recipe.oklch),
    alpha,
  };
  const notes = recipe.alpha === 0 ? ['The base colour is fully transparent.'] : [];
  return {
    baseColor,
    harmony: recipe.harmony.id,
    count: recipe.count,
    colors: described,
    warnings: [...notes, ...warnings],
  };
};
