import { analogous } from './analogous.ts';
import { complementary } from './complementary.ts';
import { contrast } from './contrast.ts';
import type { Harmony } from './harmony.ts';
import { monochromatic } from './monochromatic.ts';
import { shades } from './shades.ts';
import { splitComplementary } from './split-complementary.ts';
import { square } from './square.ts';
import { temperature } from './temperature.ts';
import { tetradic } from './tetradic.ts';
import { tints } from './tints.ts';
import { tones } from './tones.ts';
import { triadic } from './triadic.ts';

/** Indexes harmonies by id. Throws at boot if two share one. */
export const createHarmonyRegistry = (harmonies: readonly Harmony[]): ReadonlyMap<string, Harmony> => {
  const registry = new Map<string, Harmony>();
  for (const harmony of harmonies) {
    if (registry.has(harmony.id)) throw new Error(`Two harmonies are called "${harmony.id}".`);
    registry.set(harmony.id, harmony);
  }
  return registry;
};

/** Every harmony of the API, by its id and in the order of the documentation. */
export const HARMONIES = createHarmonyRegistry([
  complementary,
  analogous,
  triadic,
  splitComplementary,
  tetradic,
  square,
  monochromatic,
  tints,
  shades,
  tones,
  temperature,
  contrast,
]);
