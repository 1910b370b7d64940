import { turned } from './harmony.ts';
import type { Harmony } from './harmony.ts';

export const splitComplementary: Harmony = {
  id: 'split_complementary',
  title: 'Split complementary',
  description: 'The base and the two hues beside its complement, at ±150°.',
  anchors: (base) => [turned(base, 'split-1', 150), turned(base, 'split-2', -150)],
};
