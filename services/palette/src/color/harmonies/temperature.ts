import type { Oklch } from '../color.ts';
import type { Harmony } from './harmony.ts';
import { labOfXyz } from '../css/color-functions.ts';
import { toSrgbGamut, XYZ_OF_SRGB, linearSrgbOfOklab, oklabOfOklch, turn } from '../oklab.ts';

/**
 * How warm a colour feels, from about −1 (cold) to 2 (hot), unitless. L.-C. Ou, M. R. Luo, A.
 * Woodcock, A. Wright, "A study of colour emotion and colour preference. Part I", Color Research &
 * Application 29 (2004): −0.5 + 0.02 · C*^1.07 · cos(h − 50°).
 */
export const warmth = (color: Oklch): number => {
  const [r, g, b] = linearSrgbOfOklab(oklabOfOklch(toSrgbGamut(color)));
  const k = XYZ_OF_SRGB;
  const lab = labOfXyz(
    k[0] * r + k[1] * g + k[2] * b,
    k[3] * r + k[4] * g + k[5] * b,
    k[6] * r + k[7] * g + k[8] * b,
  );
  const angle = Math.atan2(lab.b, lab.a) - (50 * Math.PI) / 180;
  return -0.5 + 0.02 * Math.hypot(lab.a, lab.b) ** 1.07 * Math.cos(angle);
};

/** Degrees between the hues sampled first. */
const STEP = 12;
const HUES = 360 / STEP;

/**
 * The hue, in degrees, with the opposite temperature. Among hues of the base's lightness and
 * chroma, it is as far from the hottest as the base is from the coldest, on the other side of the
 * circle.
 */
const oppositeTemperature = (base: Oklch): number => {
  const circle = Array.from({ length: HUES }, (_, place) => warmth({ ...base, h: place * STEP }));
  const coldest = circle.indexOf(Math.min(...circle));
  const hottest = circle.indexOf(Math.max(...circle));
  const at = (place: number): number => circle[((place % HUES) + HUES) % HUES] ?? 0;
  const wanted = at(coldest) + at(hottest) - warmth(base);

  // Warmth falls from the hottest to the coldest hue on both sides of the circle. The base lies on
  // one side, its opposite on the other.
  const clockwise = (hottest - coldest + HUES) % HUES;
  const fromColdest = turn(base.h - coldest * STEP) / STEP;
  const [length, direction] = fromColdest <= clockwise ? [HUES - clockwise, -1] : [clockwise, 1];
  for (let step = 0; step < length; step += 1) {
    const next = at(coldest + direction * (step + 1));
    if (next >= wanted) {
      let low = 0;
      let high = 1;
      for (let halving = 0; halving < 5; halving += 1) {
        const share = (low + high) / 2;
        if (warmth({ ...base, h: turn((coldest + direction * (step + share)) * STEP) }) < wanted) low = share;
        else high = share;
      }
      return turn((coldest + direction * (step + (low + high) / 2)) * STEP);
    }
  }
  return hottest * STEP;
};

export const temperature: Harmony = {
  id: 'temperature',
  title: 'Temperature',
  description: 'The base and the colour that is as warm as the base is cool, or as cool as it is warm.',
  anchors: (base) => {
    const opposite: Oklch = { ...base, h: oppositeTemperature(base) };
    return [{ role: 'temperature-complement', oklch: opposite }];
  },
};
