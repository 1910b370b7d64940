import type { Harmony } from './harmony.ts';

export const monochromatic: Harmony = {
  id: 'monochromatic',
  title: 'Monochromatic',
  description: 'One hue, lighter and darker.',
};
