import { cases } from '@platform/testing';
import fc from 'fast-check';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { ACCENTS } from '../../src/themes/modes/roles.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import type { Theme } from '../../src/themes/theme.ts';
import { formats } from '../../src/formats/registry.ts';
import { colorsIn } from '../formats/colors-in.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const roles = [...ACCENTS, 'background', 'surface', 'border', 'link', 'on-primary', 'focus'];

interface Input {
  base: string;
  set: Record<string, string>;
  group: string | null;
}
const input: fc.Arbitrary<Input> = fc.record({
  base: hex,
  set: fc.dictionary(fc.constantFrom(...roles), hex, { maxKeys: 5 }),
  // Only accents may be set in a group.
  group: fc.constantFrom(null, null, 'color', 'brand'),
});

const themeOf = ({ base, set, group }: Input): Theme =>
  sampleTheme(group === null ? set : { [group]: set }, samplePalette(base));

/** `THEME_RUNS=5000` for the long run. */
const numRuns = cases(Number(process.env['THEME_RUNS'] ?? 100));
/** The ZIP of all formats holds the same files; a picture takes a hundred times as long. */
const FORMATS = formats.all.map(({ id }) => id).filter((id) => id !== 'all' && id !== 'png');

/** @throws Error if a file of any mode lacks a set colour */
const checkFiles = async (chosen: Input, format: string): Promise<void> => {
  const theme = themeOf(chosen);
  const isSet = chosen.set['primary'] !== undefined;
  const colors = [...Object.values(chosen.set), ...(isSet ? [] : [chosen.base])];
  for (const mode of [null, ...THEME_MODES])
    for (const [file, found] of await colorsIn(format, tokensOfTheme(theme, mode)))
      for (const color of colors)
        if (!found.has(color)) throw new Error(`${file} of ${mode ?? 'all modes'} has no ${color}`);
};

it(`writes every set colour to every file of every mode: ${numRuns} themes, in ${FORMATS.length} formats in turn`, async () => {
  // Chance would leave some formats out of a short run.
  let run = 0;
  await fc.assert(
    fc.asyncProperty(input, (chosen) => checkFiles(chosen, FORMATS[run++ % FORMATS.length]!)),
    // Shrinking would try another format.
    { numRuns, endOnFailure: true },
  );
}, 1_200_000);

it('paints every set colour in the picture of every mode', async () => {
  await fc.assert(
    fc.asyncProperty(input, (chosen) => checkFiles(chosen, 'png')),
    { numRuns: Math.ceil(numRuns / 50) },
  );
}, 1_200_000);

it('gives every set role its colour in every mode', () => {
  fc.assert(
    fc.property(input, (chosen) => {
      const { modes } = themeOf({ ...chosen, group: null });
      for (const mode of THEME_MODES)
        for (const { role, color } of modes[mode])
          if (chosen.set[role] !== undefined) expect(color.hex).toBe(chosen.set[role]);
    }),
    { numRuns },
  );
}, 600_000);
