import type { Oklab, Rgb, Matrix } from './color.ts';
import { deltaEok, oklabOfLinear, oklabOfRgb } from './oklab.ts';
import { clamp, linearOfByte } from './color.ts';

/** Kinds of colour vision deficiency; `achroma` perceives lightness only. */
export const VISIONS = ['protan', 'deutan', 'tritan', 'achroma'] as const;
export type Vision = (typeof VISIONS)[number];

/**
 * Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency", IEEE TVCG 15 (2009), severity 1.0, applied to linear light; achroma keeps the
 * relative luminance of sRGB.
 */
const SIMULATIONS: Readonly<Record<Vision, Matrix>> = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  achroma: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
};

/** A colour as seen with a deficiency. */
export const simulate = (color: Rgb, vision: Vision): Oklab => {
  const k = SIMULATIONS[vision];
  const r = linearOfByte(color.r);
  const g = linearOfByte(color.g);
  const b = linearOfByte(color.b);
  return oklabOfLinear(
    clamp(k[0] * r + k[1] * g + k[2] * b, 0, 1),
    clamp(k[3] * r + k[4] * g + k[5] * b, 0, 1),
    clamp(k[6] * r + k[7] * g + k[8] * b, 0, 1),
  );
};

/** The two colours in a list that are hardest to tell apart. */
export interface ClosestPair {
  readonly first: number;
  readonly second: number;
  /** ΔEOK. */
  readonly deltaE: number;
}

/**
 * The closest pair of colours as seen with a deficiency, or without one; null for fewer than two
 * colours.
 */
export const closestPair = (colors: readonly Rgb[], vision: Vision | 'typical'): ClosestPair | null => {
  const seen = colors.map((color) => (vision === 'typical' ? oklabOfRgb(color) : simulate(color, vision)));
  let closest: ClosestPair | null = null;
  seen.forEach((one, first) => {
    for (let second = first + 1; second < seen.length; second += 1) {
      const other = seen[second];
      if (other === undefined) continue;
      const deltaE = deltaEok(one, other);
      if (closest === null || deltaE < closest.deltaE) closest = { first, second, deltaE };
    }
  });
  return closest;
};
