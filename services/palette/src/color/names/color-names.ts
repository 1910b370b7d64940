import { readFileSync } from 'node:fs';
import type { Oklab } from '../color.ts';
import { oklabOfRgb } from '../oklab.ts';
import { rgbOfHex } from '../srgb.ts';
import { createNearestIndex } from './nearest-index.ts';

const LIST = readFileSync(new URL('color-names.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ name: line.slice(7), lab: oklabOfRgb(rgbOfHex(`#${line.slice(0, 6)}`)) }));

const index = createNearestIndex(LIST.map(({ lab }) => lab));

/** The size of the list of names. */
export const COLOR_NAME_COUNT = LIST.length;

/**
 * Creates a function that names a colour after the nearest entry of the list (ΔEOK) and never
 * repeats a name. Use one per palette.
 */
export const createNamer = (): ((color: Oklab) => string) => {
  const used = new Set<number>();
  return (color) => {
    const nearest = index.nearest(color, used);
    used.add(nearest);
    return LIST[nearest]?.name ?? '';
  };
};
