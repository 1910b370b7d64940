import type { Oklch, Rgb } from '../color.ts';
import { clamp, hexOfRgb } from '../color.ts';

/** One step of a scale. */
export interface ScaleColor {
  /** `50`, `12`, or a contrast target such as `4.5`. Unique in its scale. */
  readonly step: string;
  /** Not gamut-mapped; null for the step that is the colour itself. */
  readonly color: Oklch | null;
}

/** A colour that a scale is made for. */
export interface ScaleBase {
  readonly oklch: Oklch;
  readonly rgb: Rgb;
}

const CHANNELS = ['r', 'g', 'b'] as const;

/**
 * The most transparent colour that looks like another one on a ground, exactly, in 8 bits.
 * @returns eight hex digits; the colour itself, opaque, if no other one does, and nothing for the ground
 */
export const alphaVariant = (color: Rgb, ground: Rgb): string => {
  if (CHANNELS.every((channel) => color[channel] === ground[channel])) return `${hexOfRgb(ground)}00`;
  // Less could not bring each channel from the ground's to the colour's.
  const least = Math.max(
    ...CHANNELS.map((channel) => {
      const distance = color[channel] - ground[channel];
      return distance === 0
        ? 0
        : Math.abs(distance) / (distance > 0 ? 255 - ground[channel] : ground[channel]);
    }),
  );
  for (let alpha = Math.max(1, Math.floor(least * 255)); alpha < 255; alpha += 1) {
    const a = alpha / 255;
    const over = CHANNELS.map((channel) => Math.round((color[channel] - ground[channel] * (1 - a)) / a));
    const isExact = CHANNELS.every((channel, place) => {
      const value = over[place] ?? 0;
      return (
        value >= 0 && value <= 255 && Math.round(value * a + ground[channel] * (1 - a)) === color[channel]
      );
    });
    const [r = 0, g = 0, b = 0] = over;
    if (isExact) return `${hexOfRgb({ r, g, b })}${alpha.toString(16).padStart(2, '0')}`;
  }
  return `${hexOfRgb(color)}ff`;
};

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
