import type { Rgb } from './color.ts';

// The constants of APCA 0.0.98G-4g, as published in "The Lightness Contrast Calculation".
const EXPONENT = 2.4;
const BLACK_THRESHOLD = 0.022;
const BLACK_CLIP = 1.414;
const DELTA_MIN = 0.0005;
const SCALE = 1.14;
const OFFSET = 0.027;
const LOW_CLIP = 0.1;

const lightnessOf = ({ r, g, b }: Rgb): number => {
  const y =
    0.2126729 * (r / 255) ** EXPONENT + 0.7151522 * (g / 255) ** EXPONENT + 0.072175 * (b / 255) ** EXPONENT;
  return y > BLACK_THRESHOLD ? y : y + (BLACK_THRESHOLD - y) ** BLACK_CLIP;
};

/**
 * APCA lightness contrast (Lc) of text on a background: about −108 to 106, negative for light text
 * on a dark background. 0 below the threshold of visibility.
 */
export const apca = (text: Rgb, background: Rgb): number => {
  const front = lightnessOf(text);
  const back = lightnessOf(background);
  if (Math.abs(back - front) < DELTA_MIN) return 0;
  if (back > front) {
    const contrast = (back ** 0.56 - front ** 0.57) * SCALE;
    return contrast < LOW_CLIP ? 0 : (contrast - OFFSET) * 100;
  }
  const contrast = (back ** 0.65 - front ** 0.62) * SCALE;
  return contrast > -LOW_CLIP ? 0 : (contrast + OFFSET) * 100;
};
