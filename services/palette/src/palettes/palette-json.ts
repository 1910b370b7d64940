import type { Palette, PaletteColor } from './palette.ts';

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
});

/** A palette as the API shows it. */
export const paletteJson = (palette: Palette) => ({
  id: palette.id,
  base_color: palette.baseColor,
  harmony: palette.harmony,
  count: palette.count,
  colors: palette.colors.map(colorJson),
  warnings: palette.warnings,
  workspace_id: palette.workspaceId,
  created_at: palette.createdAt.toISOString(),
});
