import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import subsetFont from 'subset-font';

const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/**
 * Characters of the font: Latin-1, in which every text of ours is written, with its quotes, dashes,
 * arrows and signs. Others, such as names of people, take the system's font.
 */
export const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™←↑→↓−Œœ`;

/** Kerning, ligatures, marks, and figures that stand under each other. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'case'];

/** The weights that style sheets ask for. */
const WEIGHTS = { min: 400, max: 700, default: 400 };

/** Makes the font of the pages from Inter: only these characters, features and weights. */
export const makeFont = async (): Promise<Buffer> => {
  const whole = await readFile(createRequire(import.meta.url).resolve(INTER));
  return subsetFont(whole, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
};
