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

/** Returns the display name of a harmony, or of the source of the colours. */
export const harmonyName = (harmony: Harmony | 'from_image'): string => texts().studio.harmonies[harmony];

/** For a choice of one. */
export const harmonyOptions = (): readonly (readonly [Harmony, string])[] =>
  HARMONIES.map((harmony) => [harmony, harmonyName(harmony)]);
