import type { Input } from '@platform/client';

import { texts } from '../../i18n/language.ts';

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

/** What people call a harmony, or where the colours came from. */
export const harmonyName = (harmony: Harmony | 'from_image'): string => texts().studio.harmonies[harmony];

/** For a choice of one. */
export const harmonyOptions = (): readonly (readonly [Harmony, string])[] =>
  HARMONIES.map((harmony) => [harmony, harmonyName(harmony)]);
