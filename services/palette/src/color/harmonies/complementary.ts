import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const complementary: Harmony = {
  id: 'complementary',
  title: 'Complementary',
  description: 'The base and the hue opposite to it.',
  anchors: (base) => [turned(base, 'complement', 180)],
};
