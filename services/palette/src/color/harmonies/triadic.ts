import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const triadic: Harmony = {
  id: 'triadic',
  title: 'Triadic',
  description: 'Three hues, 120° apart.',
  anchors: (base) => [turned(base, 'triad-1', 120), turned(base, 'triad-2', -120)],
};
