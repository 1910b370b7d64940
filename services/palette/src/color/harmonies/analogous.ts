import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const analogous: Harmony = {
  id: 'analogous',
  title: 'Analogous',
  description: 'Neighbouring hues on both sides of the base, 30° apart.',
  anchors: (base) => [
    turned(base, 'analogous-1', 30),
    turned(base, 'analogous-2', -30),
    turned(base, 'analogous-3', 60),
    turned(base, 'analogous-4', -60),
  ],
};
