import type { Harmony } from '../color/harmonies/harmony.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { HarmoniesQuery } from './harmonies-schema.ts';
import { makePalette, readColors } from './make-palette.ts';
import type { PaletteColor } from './palette.ts';

/** A harmony, and the colours that it makes of a base. */
export interface ShownHarmony {
  readonly harmony: Harmony;
  readonly colors: readonly PaletteColor[];
}

/**
 * Returns each harmony's colours for a colour.
 * @throws 400 if `base_color` is not an absolute CSS colour
 */
export const harmoniesOf = ({ base_color, count }: HarmoniesQuery): ShownHarmony[] => {
  const { input, base } = readColors({ base_color });
  const { oklch, rgb, alpha } = base;
  return [...HARMONIES.values()].map((harmony) => ({
    harmony,
    colors: makePalette({ input, oklch, rgb, alpha, harmony, count }).colors,
  }));
};
