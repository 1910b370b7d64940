import type { PageFormat, PalettePageContent } from '@platform/pages';

import { checkContrast } from '../contrast/contrast-service.ts';
import { contrastJson } from '../contrast/contrast-json.ts';
import { paletteJson } from '../palettes/palette-json.ts';
import type { Palette } from '../palettes/palette.ts';

/** Content of a shared palette's page, taken from the API's answers. */
export const palettePageContent = (
  palette: Palette,
  formats: readonly PageFormat[],
  url: string,
): PalettePageContent => {
  const { name, description, harmony, base_color: base, colors, scale } = paletteJson(palette);
  const { pairs, color_vision: vision } = contrastJson(checkContrast(palette, 'AA'));
  return {
    palette: {
      name,
      description,
      harmony,
      base_color: { input: base.input },
      scale,
      colors: colors.map((color) => ({
        index: color.index,
        role: color.role,
        name: color.name,
        hex: color.hex,
        on_color: color.on_color,
        ...(color.scale && {
          scale: color.scale.map(({ step, hex, contrast, is_base }) => ({ step, hex, contrast, is_base })),
        }),
      })),
    },
    pairs: pairs.map(({ foreground, background, ratio, apca }) => ({ foreground, background, ratio, apca })),
    vision,
    formats,
    url,
  };
};
