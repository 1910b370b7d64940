import { shownRatio } from '../color/contrast-ratio.ts';
import type { Palette, PaletteColor, ScaleStep } from './palette.ts';

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
