import { cases } from '@platform/testing';
import fc from 'fast-check';
import { contrastRatio, luminance } from '../../src/color/contrast-ratio.ts';
import { rgbOfOklch, deltaEok, oklabOfRgb, oklchOfOklab } from '../../src/color/oklab.ts';
import { radixSteps } from '../../src/color/scales/radix-steps.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import type { Rgb } from '../../src/color/color.ts';
import { shadesOf } from '../../src/color/scales/shades.ts';
import { tokenColorOfDtcg, tokenColorOfOklch } from '../../src/formats/token.ts';

const color = fc.record({
  l: fc.double({ min: 0, max: 1, noNaN: true }),
  c: fc.double({ min: 0, max: 0.37, noNaN: true }),
  h: fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
});

describe('a scale', () => {
  it('contains the colour itself once, falls strictly in lightness, and keeps the hue', () => {
    fc.assert(
      fc.property(color, (base) => {
        const scale = shadesOf(base);
        expect(scale.map(({ step }) => step)).toEqual([
          '50',
          '100',
          '200',
          '300',
          '400',
          '500',
          '600',
          '700',
          '800',
          '900',
          '950',
        ]);
        expect(scale.filter((shade) => shade.color === null)).toHaveLength(1);
        const lightness = scale.map((shade) => (shade.color ?? base).l);
        for (const [index, l] of lightness.entries())
          if (index > 0) expect(l).toBeLessThan(lightness[index - 1]!);
        for (const shade of scale) {
          expect((shade.color ?? base).h).toBe(base.h);
          expect((shade.color ?? base).c).toBeLessThanOrEqual(base.c);
          expect((shade.color ?? base).c).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('has eleven distinct 8-bit colours for any ordinary colour', () => {
    const ordinary = fc.record({
      l: fc.double({ min: 0.08, max: 0.97, noNaN: true }),
      c: fc.double({ min: 0, max: 0.3, noNaN: true }),
      h: fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(ordinary, (base) => {
        const hexes = shadesOf(base).map((shade) => tokenColorOfOklch(shade.color ?? base, 1).hex);
        expect(new Set(hexes).size).toBe(11);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('a DTCG colour', () => {
  it.each([
    ['srgb', [0.2, 0.4, 0.6], '#336699'],
    ['srgb-linear', [0.03310477, 0.1328683, 0.3185468], '#336699'],
    ['hsl', [210, 50, 40], '#336699'],
    ['hwb', [210, 20, 40], '#336699'],
    ['oklch', [0.6279553639, 0.2576833038, 29.2338802796], '#ff0000'],
    ['lab', [100, 0, 0], '#ffffff'],
    ['xyz-d65', [0.95045593, 1, 1.08905775], '#ffffff'],
    ['display-p3', ['none', 'none', 'none'], '#000000'],
  ])('is read in %s', (colorSpace, components, hex) => {
    expect(tokenColorOfDtcg({ colorSpace, components })?.hex).toBe(hex);
  });

  it('outside sRGB keeps the intended colour', () => {
    const neon = tokenColorOfDtcg({ colorSpace: 'display-p3', components: [0, 1, 0], alpha: 0.25 })!;
    expect(neon).toMatchObject({ inSrgb: false, alpha: 0.25 });
    expect(neon.p3.g).toBeCloseTo(1, 3);
  });

  it.each([
    [null],
    [7],
    ['red'],
    [[]],
    [{}],
    [{ colorSpace: 'srgb' }],
    [{ colorSpace: 'nope', components: [1] }],
  ])('refuses %j', (value) => {
    expect(tokenColorOfDtcg(value)).toBeNull();
  });
});

describe.each([
  ['light', 1],
  ['dark', -1],
] as const)('the twelve steps for a %s page', (mode, sign) => {
  const stepsOf = (rgb: Rgb): Rgb[] => {
    const base = { rgb, oklch: oklchOfOklab(oklabOfRgb(rgb)) };
    return radixSteps(base, mode).map(({ color: step }) => (step === null ? rgb : rgbOfOklch(step)));
  };
  /** Colours that brands have: bytes that leave room for 8-bit neighbours on both sides. */
  const byte = fc.integer({ min: 0, max: 255 });
  const brand = fc
    .record({ r: byte, g: byte, b: byte })
    .filter((rgb) => luminance(rgb) > 0.002 && luminance(rgb) < 0.93);

  it('lie in order, with readable text, and a solid that shows when the pointer is on it', () => {
    fc.assert(
      fc.property(brand, (rgb) => {
        const steps = stepsOf(rgb);
        expect(steps[8]).toEqual(rgb);
        for (const [place, step] of steps.entries()) {
          const next = steps[place + 1];
          if (next === undefined) continue;
          expect(sign * (luminance(step) - luminance(next))).toBeGreaterThan(0);
          expect(sign * (oklabOfRgb(step).l - oklabOfRgb(next).l)).toBeGreaterThan(0);
        }
        for (const ground of steps.slice(0, 3)) {
          expect(contrastRatio(steps[10]!, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastRatio(steps[11]!, ground)).toBeGreaterThanOrEqual(7);
        }
        const l = oklabOfRgb(rgb).l;
        const room = mode === 'light' ? l : 1 - l;
        if (room > 0.2) expect(deltaEok(oklabOfRgb(steps[9]!), oklabOfRgb(rgb))).toBeGreaterThanOrEqual(0.02);
      }),
      { numRuns: cases(800), seed: 20_261_126 },
    );
  });
});

it.each([
  ['gold', '#ffd700', 60, 80],
  ['yellow', '#ffff00', 80, 97],
  ['lime', '#cddc39', 118, 130],
  ['lime', '#bfff00', 125, 140],
])('the text of %s (%s) does not turn olive', (_, hex, from, to) => {
  const rgb = rgbOfHex(hex);
  const base = { rgb, oklch: oklchOfOklab(oklabOfRgb(rgb)) };
  const { h } = oklchOfOklab(oklabOfRgb(rgbOfOklch(radixSteps(base)[10]!.color!)));
  expect(h).toBeGreaterThan(from);
  expect(h).toBeLessThan(to);
});
