import type { Rgb } from '../../color/color.ts';
import type { Palette } from '../../palettes/palette.ts';
import type { TreeNode } from './token-tree.ts';

const srgbValue = ({ r, g, b }: Rgb, hex: string, alpha: number) => ({
  colorSpace: 'srgb',
  components: [r / 255, g / 255, b / 255],
  ...(alpha === 1 ? {} : { alpha }),
  hex,
});

/** Names a step of a colour's scale in tokens: `base-500`. */
export const stepName = (role: string, step: string): string =>
  // A name must not contain a full stop, as the target 4.5 does.
  `${role}-${step.replace('.', '_')}`;

/**
 * A palette as DTCG tokens, by index and by role: `{palette.0}` and `{palette.base}` are the same
 * colour. A step of a colour's scale is `{palette.base-500}`.
 */
export const paletteTokens = (palette: Palette): TreeNode => ({
  palette: {
    $type: 'color',
    ...Object.fromEntries(
      palette.colors.flatMap(({ index, role, rgb, hex, alpha, name, scale = [] }): [string, TreeNode][] => {
        const token = { $value: srgbValue(rgb, hex, alpha), $description: name };
        return [
          [String(index), token],
          [role, token],
          ...scale.map((step): [string, TreeNode] => [
            stepName(role, step.step),
            { $value: srgbValue(step.rgb, step.hex, alpha) },
          ]),
        ];
      }),
    ),
  },
});
