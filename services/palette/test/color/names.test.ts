import fc from 'fast-check';
import {
  COLOR_NAME_COUNT,
  createNamer,
  createNearestIndex,
  plainNames,
} from '../../src/color/names/color-names.ts';
import { deltaEok, oklabOfRgb } from '../../src/color/oklab.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import { tokensOfPalette } from '../../src/exports/collect-tokens.ts';
import { renderText } from '../formats/render.ts';
import { samplePalette } from '../sample-palette.ts';

const nameOf = (hex: string) => createNamer()(oklabOfRgb(rgbOfHex(hex)));

describe('createNamer', () => {
  it.each([
    ['#ff0000', 'Red'],
    ['#663399', 'Rebecca Purple'],
    ['#4682b4', 'Steel Blue'],
    ['#000000', 'Black'],
    ['#ffffff', 'White'],
    ['#4581b3', 'Steel Blue'],
  ])('calls %s %s', (hex, name) => {
    expect(nameOf(hex)).toBe(name);
  });

  it('never repeats a name', () => {
    const namer = createNamer();
    const names = Array.from({ length: 64 }, () => namer(oklabOfRgb(rgbOfHex('#3366cc'))));
    expect(new Set(names).size).toBe(64);
    expect(COLOR_NAME_COUNT).toBeGreaterThan(4000);
  });
});

describe('createNearestIndex', () => {
  it('agrees with a linear search', () => {
    const point = fc.record({
      l: fc.double({ min: 0, max: 1, noNaN: true }),
      a: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      b: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 80 }), point, fc.nat(79), (set, query, left) => {
        const except = new Set(set.length > 1 ? [left % set.length] : []);
        const found = createNearestIndex(set).nearest(query, except);
        const distances = set.map((color, place) => (except.has(place) ? Infinity : deltaEok(color, query)));
        expect(except.has(found)).toBe(false);
        expect(distances[found]).toBeCloseTo(Math.min(...distances), 12);
      }),
    );
  });
});

describe('plain names', () => {
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
});
