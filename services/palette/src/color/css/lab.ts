import { invert } from '../matrix.ts';
import type { ToOklab } from './spaces.ts';
import { through, linear, D65_OF_D50 } from './spaces.ts';

const oklabOfXyzD50: ToOklab = through(linear, D65_OF_D50);

const EPSILON = 216 / 24389;

const KAPPA = 24389 / 27;

const WHITE_D50 = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585] as const;

/** CIE Lab (D50), L 0–100. */
export const oklabOfLab: ToOklab = (l, a, b) => {
  const fy = (l + 16) / 116;
  const cube = (value: number): number => (value ** 3 > EPSILON ? value ** 3 : (116 * value - 16) / KAPPA);
  const y = l > KAPPA * EPSILON ? fy ** 3 : l / KAPPA;
  return oklabOfXyzD50(cube(fy + a / 500) * WHITE_D50[0], y, cube(fy - b / 200) * WHITE_D50[2]);
};

const XYZ_D50_OF_D65 = invert(D65_OF_D50);

/** CIE Lab (D50) of linear XYZ (D65); L 0–100. */
export const labOfXyz = (x: number, y: number, z: number): { l: number; a: number; b: number } => {
  const k = XYZ_D50_OF_D65;
  const f = (value: number): number => (value > EPSILON ? Math.cbrt(value) : (KAPPA * value + 16) / 116);
  const fx = f((k[0] * x + k[1] * y + k[2] * z) / WHITE_D50[0]);
  const fy = f(k[3] * x + k[4] * y + k[5] * z);
  const fz = f((k[6] * x + k[7] * y + k[8] * z) / WHITE_D50[2]);
  return { l: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz) };
};
