import { cases } from '@platform/testing';
import Color from 'colorjs.io';
import fc from 'fast-check';
import type { Oklch } from '../../src/color/color.ts';
import { BLACK, contrastRatio, WHITE } from '../../src/color/contrast-ratio.ts';
import { parseColor } from '../../src/color/css/parse-color.ts';
import { rgbOfOklch, deltaEok, hueDifference, oklabOfRgb, oklchOfOklab } from '../../src/color/oklab.ts';
import { generate, GREY_CHROMA, MIN_DISTANCE } from '../../src/color/generate.ts';
import { createHarmonyRegistry, HARMONIES } from '../../src/color/harmonies/registry.ts';
import { warmth } from '../../src/color/harmonies/temperature.ts';
import { hexOfRgb, rgbOfHex } from '../../src/color/color.ts';

const ofHex = (hex: string): Oklch => oklchOfOklab(oklabOfRgb(rgbOfHex(hex)));
const harmony = (id: string) => {
  const found = HARMONIES.get(id);
  if (found === undefined) throw new Error(`no harmony ${id}`);
  return found;
};
const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const anyHarmony = fc.constantFrom(...HARMONIES.values());
const anyCount = fc.integer({ min: 1, max: 32 });

/** The hue offsets of the anchors, as the field defines them. */
const OFFSETS: Readonly<Record<string, readonly number[]>> = {
  complementary: [180],
  analogous: [30, -30, 60, -60],
  triadic: [120, -120],
  split_complementary: [150, -150],
  tetradic: [60, 180, 240],
  square: [90, 180, 270],
  contrast: [60, 180, 300, 120, 240],
};

describe('generate', () => {
  it('keeps the count, the base, the distance and the roles for any base, harmony and count', () => {
    fc.assert(
      fc.property(anyHex, anyHarmony, anyCount, (hex, rule, count) => {
        const { colors } = generate(ofHex(hex), rule, count);
        expect(colors).toHaveLength(count);
        expect(colors[0]).toMatchObject({ role: 'base', rgb: rgbOfHex(hex) });
        expect(new Set(colors.map(({ role }) => role)).size).toBe(count);
        for (const { role } of colors) expect(role).toMatch(/^[a-z][a-z0-9-]*$/);
        const labs = colors.map(({ rgb }) => oklabOfRgb(rgb));
        labs.forEach((one, i) => {
          for (const other of labs.slice(i + 1))
            expect(deltaEok(one, other)).toBeGreaterThanOrEqual(MIN_DISTANCE);
        });
        for (const { rgb } of colors)
          for (const value of [rgb.r, rgb.g, rgb.b])
            expect(Number.isInteger(value) && value >= 0 && value <= 255).toBe(true);
      }),
      { numRuns: cases(400) },
    );
  });

  it.each(['#000000', '#ffffff', '#808080', '#010101', '#fefefe', '#0000ff', '#ffff00', '#f8f9fa'])(
    'fills 32 colours from the extreme base %s with every harmony',
    (hex) => {
      for (const rule of HARMONIES.values()) expect(generate(ofHex(hex), rule, 32).colors).toHaveLength(32);
    },
  );

  it('is deterministic', () => {
    fc.assert(
      fc.property(anyHex, anyHarmony, anyCount, (hex, rule, count) => {
        expect(generate(ofHex(hex), rule, count)).toEqual(generate(ofHex(hex), rule, count));
      }),
      { numRuns: cases(200) },
    );
  });

  it('keeps hue offsets within 1.5° after rounding to 8 bits', () => {
    fc.assert(
      fc.property(anyHex, fc.constantFrom(...Object.keys(OFFSETS)), (hex, id) => {
        const base = ofHex(hex);
        fc.pre(base.l >= 0.3 && base.l <= 0.9 && base.c >= 0.04);
        const offsets = OFFSETS[id] ?? [];
        const { colors } = generate(base, harmony(id), offsets.length + 1);
        offsets.forEach((offset, place) => {
          const shown = oklchOfOklab(oklabOfRgb(colors[place + 1]!.rgb));
          // Where sRGB has no chroma left at this hue and lightness, 8 bits can't hold a hue
          // either.
          if (shown.c < 0.04) return;
          expect(Math.abs(hueDifference(base.h + offset, shown.h))).toBeLessThanOrEqual(1.5);
        });
      }),
      { numRuns: cases(400) },
    );
  });

  it('keeps the hue in every chromatic variant', () => {
    fc.assert(
      fc.property(
        anyHex,
        fc.constantFrom('monochromatic', 'tints', 'shades', 'tones'),
        anyCount,
        (hex, id, count) => {
          const base = ofHex(hex);
          fc.pre(base.c >= 0.04);
          for (const { rgb } of generate(base, harmony(id), count).colors.slice(1)) {
            const shown = oklchOfOklab(oklabOfRgb(rgb));
            if (shown.c >= 0.04 && shown.l >= 0.3 && shown.l <= 0.9)
              expect(Math.abs(hueDifference(base.h, shown.h))).toBeLessThanOrEqual(1.5);
          }
        },
      ),
      { numRuns: cases(250) },
    );
  });

  it('gives a triad equal lightness', () => {
    const { colors } = generate(ofHex('#3366cc'), harmony('triadic'), 3);
    const lightness = colors.map(({ rgb }) => oklabOfRgb(rgb).l);
    expect(Math.max(...lightness) - Math.min(...lightness)).toBeLessThan(0.01);
  });

  it('leads tints to white, shades to black and tones to grey', () => {
    const steps = (id: string) =>
      generate(ofHex('#3366cc'), harmony(id), 6).colors.map(({ rgb }) => oklchOfOklab(oklabOfRgb(rgb)));
    const rises = (values: readonly number[]) =>
      values.every((value, i) => i === 0 || value > values[i - 1]!);
    expect(rises(steps('tints').map(({ l }) => l))).toBe(true);
    expect(rises(steps('shades').map(({ l }) => -l))).toBe(true);
    expect(rises(steps('tones').map(({ c }) => -c))).toBe(true);
    expect(Math.max(...steps('tones').map(({ l }) => Math.abs(l - ofHex('#3366cc').l)))).toBeLessThan(0.01);
  });

  it('pairs a warm base with a cool colour and vice versa', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const base = ofHex(hex);
        fc.pre(base.c >= 0.04 && base.l >= 0.3 && base.l <= 0.9);
        const circle = Array.from({ length: 120 }, (_, place) => warmth({ ...base, h: place * 3 }));
        const middle = (Math.min(...circle) + Math.max(...circle)) / 2;
        const range = Math.max(...circle) - Math.min(...circle);
        const answer = generate(base, harmony('temperature'), 2).colors[1]!;
        expect(Math.abs(warmth({ ...base, h: answer.oklch.h }) - (2 * middle - warmth(base)))).toBeLessThan(
          range * 0.1,
        );
      }),
      { numRuns: cases(300) },
    );
  });

  it('keeps the promise of "contrast": AA on one background for every colour, or a warning', () => {
    fc.assert(
      fc.property(anyHex, anyCount, (hex, count) => {
        const { colors, warnings } = generate(ofHex(hex), harmony('contrast'), count);
        const ground = contrastRatio(colors[0]!.rgb, WHITE) >= 4.5 ? WHITE : BLACK;
        const kept = colors.every(({ rgb }) => contrastRatio(rgb, ground) >= 4.5);
        expect(kept || warnings.some((text) => text.includes('promised contrast'))).toBe(true);
        if (count <= 16) expect(kept).toBe(true);
      }),
      { numRuns: cases(400) },
    );
  });

  it('says so when the base is grey', () => {
    expect(generate(ofHex('#808080'), harmony('triadic'), 5).warnings.join()).toContain('grey');
    expect(generate(ofHex('#3366cc'), harmony('triadic'), 5).warnings).toEqual([]);
    expect(GREY_CHROMA).toBeLessThan(0.01);
  });

  it('says so when there is no room for that many steps', () => {
    expect(generate(ofHex('#808080'), harmony('tones'), 5).warnings).toHaveLength(1);
    expect(generate(ofHex('#3366cc'), harmony('tints'), 32).warnings.join()).toContain('room for');
  });

  it('stays close to an independent chroma reduction for wide-gamut bases', () => {
    const wide = fc.record({
      l: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
      c: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
      h: fc.double({ min: 0, max: 359.9, noNaN: true }),
    });
    fc.assert(
      fc.property(wide, ({ l, c, h }) => {
        const shown = oklabOfRgb(rgbOfOklch({ l, c, h }));
        // Reduce with colorjs alone: the most chroma that its sRGB still holds.
        let low = 0;
        let high = c;
        const fits = (chroma: number) =>
          new Color('oklch', [l, chroma, h]).inGamut('srgb', { epsilon: 1e-8 });
        if (fits(c)) low = c;
        else
          for (let step = 0; step < 20; step += 1) {
            const middle = (low + high) / 2;
            if (fits(middle)) low = middle;
            else high = middle;
          }
        const rounded = new Color(new Color('oklch', [l, low, h]).to('srgb').toString({ format: 'hex' })).to(
          'oklab',
        );
        const [ol = 0, oa = 0, ob = 0] = rounded.coords.map((value) => value ?? 0);
        expect(deltaEok(shown, { l: ol, a: oa, b: ob })).toBeLessThanOrEqual(0.002);
      }),
      { numRuns: cases(300) },
    );
  });

  it('keeps a wide-gamut base and shows it in sRGB', () => {
    const base = parseColor('color(display-p3 1 0 0)');
    if (!base.ok) throw new Error(base.reason);
    const [first] = generate(base.oklch, harmony('complementary'), 1).colors;
    expect(first!.oklch).toBe(base.oklch);
    expect(Math.abs(hueDifference(base.oklch.h, oklchOfOklab(oklabOfRgb(first!.rgb)).h))).toBeLessThan(1.5);
    expect(hexOfRgb(first!.rgb)).not.toBe('#ff0000');
  });
});

describe('createHarmonyRegistry', () => {
  it('refuses two harmonies with the same id', () => {
    expect(() => createHarmonyRegistry([harmony('tints'), harmony('tints')])).toThrow('tints');
  });
});
