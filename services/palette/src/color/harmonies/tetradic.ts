import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const tetradic: Harmony = {
  id: 'tetradic',
  title: 'Tetradic',
  description: 'Two complementary pairs: 0°, 60°, 180° and 240°.',
  anchors: (base) => [
    turned(base, 'tetrad-1', 60),
    turned(base, 'tetrad-2', 180),
    turned(base, 'tetrad-3', 240),
  ],
};
