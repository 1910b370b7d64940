import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const square: Harmony = {
  id: 'square',
  title: 'Square',
  description: 'Four hues, 90° apart.',
  anchors: (base) => [
    turned(base, 'square-1', 90),
    turned(base, 'square-2', 180),
    turned(base, 'square-3', 270),
  ],
};
