import { ratioOfLuminances } from '../contrast-ratio.ts';
import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

const AA = 4.5;
const readableOnWhite = (luminance: number): boolean => ratioOfLuminances(luminance, 1) >= AA;
const readableOnBlack = (luminance: number): boolean => ratioOfLuminances(luminance, 0) >= AA;

export const contrast: Harmony = {
  id: 'contrast',
  title: 'Contrast',
  description:
    'Hues around the circle that all reach WCAG AA (4.5:1) as text on the same background: on white if the base does, otherwise on black.',
  anchors: (base) =>
    [60, 180, 300, 120, 240].map((degrees, place) => turned(base, `contrast-${place + 1}`, degrees)),
  keeps: (luminance, base) =>
    readableOnWhite(base) ? readableOnWhite(luminance) : readableOnBlack(luminance),
};
