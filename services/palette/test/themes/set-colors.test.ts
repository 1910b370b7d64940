import fc from 'fast-check';
import { unzipSync } from 'fflate';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { ACCENTS } from '../../src/themes/modes/roles.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import type { Theme } from '../../src/themes/theme.ts';
import type { DesignToken } from '../../src/formats/token.ts';
import { render } from '../formats/render.ts';
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
const numRuns = Number(process.env['THEME_RUNS'] ?? 100);
const FORMATS = ['css', 'scss', 'less', 'json', 'dtcg', 'style-dictionary', 'js', 'android-xml', 'csv'];

/** What a format writes; the files of a ZIP one after the other. */
const textOf = async (format: string, tokens: readonly DesignToken[]): Promise<string> => {
  const { mediaType, bytes } = await render(format, tokens, { prefix: 'theme' });
  const files = mediaType === 'application/zip' ? Object.values(unzipSync(bytes)) : [bytes];
  return files.map((file) => Buffer.from(file).toString('utf8').toLowerCase()).join('\n');
};

it('writes every set colour to every file of every mode', async () => {
  await fc.assert(
    fc.asyncProperty(input, fc.constantFrom(...FORMATS), async (chosen, format) => {
      const theme = themeOf(chosen);
      const isSet = chosen.set['primary'] !== undefined;
      const colors = [...Object.values(chosen.set), ...(isSet ? [] : [chosen.base])];
      for (const mode of [null, ...THEME_MODES]) {
        const tokens = tokensOfTheme(theme, mode);
        const file = await textOf(format, tokens);
        for (const color of colors)
          if (!file.includes(color)) throw new Error(`${format} of ${mode ?? 'all modes'} has no ${color}`);
      }
    }),
    { numRuns },
  );
}, 600_000);

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
