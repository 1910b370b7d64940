import fc from 'fast-check';

import { plainNames } from '../../src/color/names/plain-names.ts';
import { tokensOfPalette } from '../../src/exports/collect-tokens.ts';
import { renderText } from '../formats/render.ts';
import { samplePalette } from '../sample-palette.ts';

it('names colours by hue and lightness', async () => {
  const palette = samplePalette('#2563eb', 'complementary', 3);
  const css = await renderText('css', tokensOfPalette(palette, { names: 'plain', shades: false }));
  expect(css).toContain('--brand-blue-600: #2563eb;');
  const shades = await renderText('css', tokensOfPalette(palette, { names: 'plain', shades: true }));
  expect(shades).toContain('--brand-blue: #2563eb;');
  expect(shades).toMatch(/--brand-blue-50: #/);
});

it('gives every colour of a list a name of its own', () => {
  const colors = fc.array(
    fc.record({
      l: fc.double({ min: 0, max: 1, noNaN: true }),
      c: fc.double({ min: 0, max: 0.3, noNaN: true }),
      h: fc.integer({ min: 0, max: 359 }),
    }),
    { minLength: 1, maxLength: 32 },
  );
  fc.assert(
    fc.property(colors, (list) => {
      const names = plainNames(list);
      expect(new Set(names).size).toBe(list.length);
      for (const name of names) expect(name).toMatch(/^[a-z]+-\d{2,3}(-\d+)?$/);
    }),
  );
});
