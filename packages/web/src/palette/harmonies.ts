import type { Input } from '@platform/client';

import { paletteTexts } from './texts.ts';

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
export const harmonyName = (harmony: string): string => {
  const names: Readonly<Record<string, string>> = paletteTexts().harmonies;
  return names[harmony] ?? harmony;
};

/** For a choice of one. */
export const harmonyOptions = (): readonly (readonly [Harmony, string])[] =>
  HARMONIES.map((harmony) => [harmony, harmonyName(harmony)]);
