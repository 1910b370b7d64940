import type { Palette } from '../../palettes/palette.ts';
import type { TreeNode } from './token-tree.ts';

/** A palette as DTCG tokens, by place and by role: `{palette.0}` and `{palette.base}` are the same colour. */
export const paletteTokens = (palette: Palette): TreeNode => ({
  palette: {
    $type: 'color',
    ...Object.fromEntries(
      palette.colors.flatMap(({ index, role, rgb, hex, alpha, name }) => {
        const token = {
          $value: {
            colorSpace: 'srgb',
            components: [rgb.r / 255, rgb.g / 255, rgb.b / 255],
            ...(alpha === 1 ? {} : { alpha }),
            hex,
          },
          $description: name,
        };
        return [
          [String(index), token],
          [role, token],
        ];
      }),
    ),
  },
});
