import { parseColor } from '../color/css/parse-color.ts';
import { contrastRatio, shownRatio } from '../color/contrast-ratio.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch } from '../color/gamut.ts';
import { contrastSteps } from '../color/scales/contrast-steps.ts';
import { radixSteps } from '../color/scales/radix-steps.ts';
import type { ScaleColor } from '../color/scales/scale.ts';
import { shadesOf } from '../color/scales/shades.ts';
import { hexOfRgb } from '../color/srgb.ts';
import type { PaletteColor, ScaleSpec, ScaleStep } from './palette.ts';

const white = { r: 255, g: 255, b: 255 };

/** The ground of contrast targets; white for the other scales. */
const groundOf = (spec: ScaleSpec) => {
  const parsed = typeof spec === 'string' ? null : parseColor(spec.on);
  return parsed?.ok === true ? parsed.rgb : white;
};

const stepsOf = (color: Pick<PaletteColor, 'oklch' | 'rgb'>, spec: ScaleSpec): readonly ScaleColor[] => {
  if (spec === '50-950') return shadesOf(color.oklch);
  if (spec === '1-12') return radixSteps(color);
  return contrastSteps(color, spec.contrast, groundOf(spec));
};

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The scale of a palette's colour. The step that is the colour itself has its exact bytes. */
export const scaleOf = (
  color: Pick<PaletteColor, 'hex' | 'rgb' | 'oklch' | 'p3' | 'inSrgb'>,
  spec: ScaleSpec,
): ScaleStep[] => {
  const ground = groundOf(spec);
  return stepsOf(color, spec).map(({ step, color: other }) => {
    const rgb = other === null ? color.rgb : rgbOfOklch(other);
    const contrast = contrastRatio(rgb, ground);
    if (other === null) {
      const { hex, oklch, p3, inSrgb } = color;
      return { step, hex, rgb, oklch, p3, inSrgb, isBase: true, contrast };
    }
    const oklch = { l: rounded(other.l, 6), c: rounded(other.c, 6), h: rounded(other.h, 4) % 360 };
    const [p3, inSrgb] = [p3OfOklch(oklch), isInSrgb(other)];
    return { step, hex: hexOfRgb(rgb), rgb, oklch, p3, inSrgb, isBase: false, contrast };
  });
};

/**
 * Which contrast targets cannot be reached. Black or white has the most contrast on any ground, so
 * they are the same for every colour.
 */
export const scaleWarnings = (
  [first]: readonly Pick<PaletteColor, 'scale'>[],
  spec: ScaleSpec | null,
): string[] => {
  if (spec === null || typeof spec === 'string') return [];
  const missed = (first?.scale ?? []).filter(({ step, contrast }) => contrast < Number(step));
  return missed.map(
    ({ step, contrast }) =>
      `No colour reaches a contrast of ${step} on ${spec.on}: those steps have ${shownRatio(contrast)}.`,
  );
};
