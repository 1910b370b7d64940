import type { Oklch } from '../color.ts';
import { clamp } from '../srgb.ts';
import type { ScaleColor } from './scale.ts';

/** OKLCH lightness of each step, as in common design systems. */
const LIGHTNESS: readonly (readonly [step: string, lightness: number])[] = [
  ['50', 0.975],
  ['100', 0.945],
  ['200', 0.895],
  ['300', 0.82],
  ['400', 0.73],
  ['500', 0.64],
  ['600', 0.555],
  ['700', 0.475],
  ['800', 0.4],
  ['900', 0.33],
  ['950', 0.245],
];

/**
 * The scale of a colour, 50 to 950, in its hue. The colour itself is unchanged and takes the step
 * closest in lightness. The other steps shift so that lightness falls strictly, and their chroma
 * shrinks toward white and black as the gamut does.
 */
export const shadesOf = (base: Oklch): ScaleColor[] => {
  const l = clamp(base.l, 0, 1);
  const distances = LIGHTNESS.map(([, lightness]) => Math.abs(lightness - l));
  const own = distances.indexOf(Math.min(...distances));
  const anchor = LIGHTNESS[own]?.[1] ?? l;
  return LIGHTNESS.map(([step, lightness], index) => {
    if (index === own) return { step, color: null };
    // Linear from the colour to white above it and to black below it.
    const moved =
      index < own ? l + ((1 - l) * (lightness - anchor)) / (1 - anchor) : (l * lightness) / anchor;
    const room = index < own ? (1 - moved) / (1 - l) : moved / l;
    return { step, color: { l: moved, c: base.c * clamp(room, 0, 1) ** 0.6, h: base.h } };
  });
};
