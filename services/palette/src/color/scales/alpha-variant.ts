import type { Rgb } from '../color.ts';
import { hexOfRgb } from '../srgb.ts';

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
