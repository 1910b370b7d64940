import { unzipSync } from 'fflate';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { formats } from '../../src/formats/registry.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { Palette } from '../../src/palettes/palette.ts';
import { scaleOf } from '../../src/palettes/make-palette.ts';
import type { ScaleSpec } from '../../src/palettes/palette.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import { render, renderText } from '../formats/render.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';

const scaled = (scale: ScaleSpec): Palette => {
  const palette = samplePalette('#3366cc', 'triadic', 3);
  const colors = palette.colors.map((color) => ({ ...color, scale: scaleOf(color, scale) }));
  return { ...palette, scale, colors };
};
const SCALES = ['50-950', '1-12', { contrast: [3, 4.5, 7], on: '#fff' }] as const;
const stepsOf = ({ colors }: Palette) => colors.flatMap(({ scale = [] }) => scale);

/** Formats that name their colours with hex digits. */
const TEXTS = formats.all
  .map(({ id }) => id)
  .filter((id) => !['ase', 'gpl', 'png', 'all', 'ios-swift', 'swiftui'].includes(id));

describe.each(SCALES)('a theme on a palette with the scale %j', (scale) => {
  const palette = scaled(scale);
  const theme = sampleTheme({ quiet: `{palette.base-${stepsOf(palette)[0]!.step}}` }, palette);

  it.each(TEXTS)('has every step in %s, in each mode and in all', async (id) => {
    for (const mode of [null, ...THEME_MODES])
      for (const reference of [palette, null]) {
        const tokens = tokensOfTheme(theme, mode, reference, palette);
        const { mediaType, bytes } = await render(id, tokens, { prefix: 'x', p3: false });
        const files = mediaType === 'application/zip' ? Object.values(unzipSync(bytes)) : [bytes];
        const text = files.map((file) => Buffer.from(file).toString('utf8').toLowerCase()).join('\n');
        for (const { hex } of stepsOf(palette)) expect(text).toContain(hex.slice(1));
      }
  });

  it.each(['ase', 'gpl', 'png', 'ios-swift', 'swiftui'])('can be written as %s', async (id) => {
    const { bytes } = await render(id, tokensOfTheme(theme, null, palette), { prefix: 'x' });
    expect(bytes.length).toBeGreaterThan(500);
    if (id !== 'ase') return;
    const found = importTokens({ format: 'ase', content: bytes.toString('base64') });
    expect(JSON.stringify(found.tokens)).toContain(stepsOf(palette)[0]!.hex);
  });
});

it('refers to a step, which is there once', async () => {
  const palette = scaled('50-950');
  const theme = sampleTheme({ quiet: '{palette.base-100}' }, palette);
  const css = await renderText('css', tokensOfTheme(theme, 'light', palette), { prefix: 'x' });
  expect(css).toContain('--x-quiet: var(--x-palette-base-100);');
  expect(css.match(/--x-palette-base-100: #/g)).toHaveLength(1);
  expect(css).toContain('--x-palette-base: #3366cc;');
});
