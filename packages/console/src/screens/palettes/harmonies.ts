import type { Input } from '@platform/client';

export type Harmony = NonNullable<Input<'palettes.create'>['harmony']>;

export const HARMONIES: readonly Harmony[] = [
  'analogous',
  'complementary',
  'split_complementary',
  'triadic',
  'tetradic',
  'square',
  'monochromatic',
  'tints',
  'shades',
  'tones',
  'temperature',
  'contrast',
];

/** For a choice of one. */
export const HARMONY_OPTIONS = HARMONIES.map((name) => [name, name.replaceAll('_', ' ')] as const);
