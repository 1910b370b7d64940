import type { Rgb } from '../color/color.ts';
import { parseColor } from '../color/css/parse-color.ts';
import { contrastRatio, luminance, shownRatio } from '../color/contrast-ratio.ts';
import { isInSrgb, p3OfOklch, rgbOfOklch } from '../color/gamut.ts';
import { alphaVariant, shadesOf } from '../color/scales/shades.ts';
import { contrastSteps, radixSteps } from '../color/scales/radix-steps.ts';
import type { ScaleColor } from '../color/scales/scale.ts';
import { hexOfRgb } from '../color/srgb.ts';
import type { PaletteColor, ScaleSpec, ScaleStep } from './palette.ts';

const white = { r: 255, g: 255, b: 255 };
/** Page that dark scales are meant for, as in Radix Colors. */
const DARK_PAGE = { r: 17, g: 17, b: 17 };

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

type SourceColor = Pick<PaletteColor, 'hex' | 'rgb' | 'oklch' | 'p3' | 'inSrgb'>;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const toSteps = (color: SourceColor, steps: readonly ScaleColor[], ground: Rgb): ScaleStep[] =>
  steps.map(({ step, color: other }) => {
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

const withAlpha = (steps: readonly ScaleStep[], ground: Rgb): ScaleStep[] =>
  steps.map((step) => ({ ...step, alphaHex: alphaVariant(step.rgb, ground) }));

/** The scale of a palette's colour. The step that is the colour itself has its exact bytes. */
export const scaleOf = (color: SourceColor, spec: ScaleSpec): ScaleStep[] => {
  const steps = toSteps(color, stepsOf(color, spec), groundOf(spec));
  return spec === '1-12' ? withAlpha(steps, white) : steps;
};

/** The scale of a colour for dark pages; undefined for scales that have none. */
export const darkScaleOf = (color: SourceColor, spec: ScaleSpec): ScaleStep[] | undefined =>
  spec === '1-12' ? withAlpha(toSteps(color, radixSteps(color, 'dark'), DARK_PAGE), DARK_PAGE) : undefined;

/** Warns of colours with their twelve steps out of order: nothing is beyond black and white. */
const orderWarnings = (colors: readonly Pick<PaletteColor, 'hex' | 'scale' | 'darkScale'>[]): string[] =>
  colors.flatMap(({ hex, scale = [], darkScale = [] }) => {
    const isOrdered = (steps: readonly ScaleStep[], sign: number): boolean =>
      steps.every(({ rgb }, place) => {
        const next = steps[place + 1];
        return next === undefined || sign * (luminance(rgb) - luminance(next.rgb)) > 0;
      });
    const wrong = [
      ...(isOrdered(scale, 1) ? [] : ['scale']),
      ...(isOrdered(darkScale, -1) ? [] : ['dark_scale']),
    ];
    return wrong.length === 0
      ? []
      : [`${hex} leaves no room beside it: the steps of its ${wrong.join(' and ')} are not in order.`];
  });

/**
 * Lists unreachable contrast targets, and steps out of order. Black or white has the most contrast
 * on any ground, so the unreachable targets are the same for every colour.
 */
export const scaleWarnings = (
  colors: readonly Pick<PaletteColor, 'hex' | 'scale' | 'darkScale'>[],
  spec: ScaleSpec | null,
): string[] => {
  if (spec === '1-12') return orderWarnings(colors);
  if (spec === null || typeof spec === 'string') return [];
  const [first] = colors;
  const missed = (first?.scale ?? []).filter(({ step, contrast }) => contrast < Number(step));
  return missed.map(
    ({ step, contrast }) =>
      `No colour reaches a contrast of ${step} on ${spec.on}: those steps have ${shownRatio(contrast)}.`,
  );
};
