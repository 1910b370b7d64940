import type { Input } from '@platform/client';

import { paletteTexts } from '../i18n/palette.ts';

export type Harmony = NonNullable<Input<'palettes.create'>['harmony']>;

/** In the order of the choice; one that the platform has and this lacks is a type error. */
const OFFERED: Readonly<Record<Harmony, true>> = {
  analogous: true,
  complementary: true,
  split_complementary: true,
  triadic: true,
  tetradic: true,
  square: true,
  monochromatic: true,
  tints: true,
  shades: true,
  tones: true,
  temperature: true,
  contrast: true,
};

export const HARMONIES = Object.keys(OFFERED) as readonly Harmony[];

/** Returns the display name of a harmony, or of the source of the colours. */
export const harmonyName = (harmony: string): string => {
  const names: Readonly<Record<string, string>> = paletteTexts().harmonies;
  return names[harmony] ?? harmony;
};

/** For a choice of one. */
export const harmonyOptions = (): readonly (readonly [Harmony, string])[] =>
  HARMONIES.map((harmony) => [harmony, harmonyName(harmony)]);
