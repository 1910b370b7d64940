import type { Oklab, Oklch } from './color.ts';

/** Normalizes an angle to [0, 360). */
export const turn = (degrees: number): number => {
  const rest = degrees % 360;
  // `+ 360` rounds up to 360 itself for the smallest negative angles.
  return rest < 0 ? (rest + 360) % 360 : rest + 0;
};

/** Chroma below this is rounding noise: the colour is grey and has no hue. */
const NO_CHROMA = 4e-6;

/** Polar form; a grey gets chroma 0 and hue 0. */
export const oklchOfOklab = ({ l, a, b }: Oklab): Oklch => {
  const c = Math.hypot(a, b);
  return c < NO_CHROMA ? { l, c: 0, h: 0 } : { l, c, h: turn((Math.atan2(b, a) * 180) / Math.PI) };
};

/** Cartesian form. */
export const oklabOfOklch = ({ l, c, h }: Oklch): Oklab => {
  const angle = (h * Math.PI) / 180;
  return { l, a: c * Math.cos(angle), b: c * Math.sin(angle) };
};

/** The signed angle from one hue to another, −180–180 degrees. */
export const hueDifference = (from: number, to: number): number => turn(to - from + 180) - 180;
