import type { ColorToken } from '../formats/token.ts';
import type { Palette } from '../palettes/palette.ts';
import { stepName } from '../themes/tokens/palette-tokens.ts';

/**
 * The colours of a palette that has scales, each with its steps, under the names by which theme
 * tokens refer to them: `palette.base`, `palette.base-500`.
 */
export const scaleTokens = ({ colors }: Palette): ColorToken[] =>
  colors.flatMap(({ role, name, scale, hex, rgb, oklch, p3, inSrgb, alpha }) => {
    if (scale === undefined) return [];
    const own = { path: ['palette', role], color: { hex, rgb, oklch, p3, inSrgb, alpha }, description: name };
    const steps = scale.map((step) => ({
      path: ['palette', stepName(role, step.step)],
      color: {
        hex: step.hex,
        rgb: step.rgb,
        oklch: step.oklch,
        p3: step.p3,
        inSrgb: step.inSrgb,
        alpha,
      },
      description: `${name}, step ${step.step}`,
    }));
    return [own, ...steps];
  });
