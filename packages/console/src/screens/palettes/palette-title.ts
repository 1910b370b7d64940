import type { Output } from '@platform/client';

import { harmonyName } from './harmonies.ts';

/** A palette's name, or what it was made of. */
export const paletteTitle = ({
  name,
  base_color: base,
  harmony,
}: Pick<Output<'palettes.show'>, 'name' | 'base_color' | 'harmony'>): string =>
  name ?? `${base.hex}, ${harmonyName(harmony)}`;
