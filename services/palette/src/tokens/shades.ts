import type { Oklch } from '../color/color.ts';
import { clamp } from '../color/srgb.ts';

/** OKLCH lightness of each step of a scale, as the common design systems have it. */
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

export interface Shade {
  /** `50` (lightest) to `950` (darkest). */
  readonly step: string;
  /** Not yet brought into any gamut; null for the step that is the colour itself. */
  readonly color: Oklch | null;
}

/**
 * The scale of a colour, 50 to 950, in its hue. The colour itself, unchanged, is the step that it is nearest to in
 * lightness; the others are moved so that lightness falls strictly from step to step, and their chroma shrinks toward
 * white and black as the gamut does.
 */
export const shadesOf = (base: Oklch): Shade[] => {
  const l = clamp(base.l, 0, 1);
  const distances = LIGHTNESS.map(([, lightness]) => Math.abs(lightness - l));
  const own = distances.indexOf(Math.min(...distances));
  const anchor = LIGHTNESS[own]?.[1] ?? l;
  return LIGHTNESS.map(([step, lightness], index) => {
    if (index === own) return { step, color: null };
    // Linear between the colour and white above it, black below it.
    const moved =
      index < own ? l + ((1 - l) * (lightness - anchor)) / (1 - anchor) : (l * lightness) / anchor;
    const room = index < own ? (1 - moved) / (1 - l) : moved / l;
    return { step, color: { l: moved, c: base.c * clamp(room, 0, 1) ** 0.6, h: base.h } };
  });
};
