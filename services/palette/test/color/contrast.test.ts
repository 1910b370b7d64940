import { cases } from '@platform/testing';
import Color from 'colorjs.io';
import fc from 'fast-check';
import {
  BLACK,
  composite,
  contrastMatrix,
  contrastRatio,
  shownRatio,
  suggest,
  WHITE,
} from '../../src/color/contrast-ratio.ts';
import { oklabOfRgb, oklchOfOklab } from '../../src/color/oklab.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import { closestPair, simulate } from '../../src/color/vision.ts';

const byte = fc.integer({ min: 0, max: 255 });
const anyRgb = fc.record({ r: byte, g: byte, b: byte });

describe('contrastRatio', () => {
  it('is exact', () => {
    expect(contrastRatio(WHITE, BLACK)).toBe(21);
    expect(contrastRatio(WHITE, WHITE)).toBe(1);
    // Two decimals would call this pair AA.
    expect(contrastRatio(rgbOfHex('#4df7d1'), rgbOfHex('#ab0eb4'))).toBeLessThan(4.5);
    expect(contrastRatio(rgbOfHex('#4df7d1'), rgbOfHex('#ab0eb4'))).toBeCloseTo(4.4999972, 6);
    expect(contrastRatio(rgbOfHex('#767676'), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(rgbOfHex('#777777'), WHITE)).toBeLessThan(4.5);
  });

  it('agrees with an independent implementation', () => {
    fc.assert(
      fc.property(anyRgb, anyRgb, (one, other) => {
        const oracle = (c: typeof one) => new Color('srgb', [c.r / 255, c.g / 255, c.b / 255]);
        expect(contrastRatio(one, other)).toBeCloseTo(oracle(one).contrast(oracle(other), 'WCAG21'), 2);
        expect(contrastMatrix([one, other])[1]).toBe(contrastRatio(one, other));
      }),
      { numRuns: cases(250) },
    );
  });
});

describe('shownRatio', () => {
  it.each([
    [4.4999972, 4.49],
    [4.5, 4.5],
    [4.6, 4.6],
    [1, 1],
    [21, 21],
    [3.999999999, 3.99],
    [8.29, 8.29],
  ])('shows %d as %d', (ratio, shown) => {
    expect(shownRatio(ratio)).toBe(shown);
  });

  it('never rounds up', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 21, noNaN: true }), (ratio) => {
        expect(shownRatio(ratio)).toBeLessThanOrEqual(ratio);
        expect(ratio - shownRatio(ratio)).toBeLessThan(0.0100001);
      }),
    );
  });
});

describe('composite', () => {
  it('composites like a browser', () => {
    expect(composite(BLACK, 0.5, WHITE)).toEqual({ r: 128, g: 128, b: 128 });
    expect(composite(rgbOfHex('#3366cc'), 1, WHITE)).toEqual(rgbOfHex('#3366cc'));
    expect(composite(rgbOfHex('#3366cc'), 0, WHITE)).toEqual(WHITE);
  });
});

describe('suggest', () => {
  it('passes, or reports that nothing does', () => {
    fc.assert(
      fc.property(
        anyRgb,
        anyRgb,
        fc.double({ min: 1.5, max: 21, noNaN: true }),
        (color, ground, required) => {
          const found = suggest(
            oklchOfOklab(oklabOfRgb(color)),
            (rgb) => contrastRatio(rgb, ground),
            required,
          );
          expect(contrastRatio(found.rgb, ground)).toBe(found.ratio);
          const limit = Math.max(contrastRatio(WHITE, ground), contrastRatio(BLACK, ground));
          expect(found.reachable).toBe(limit >= required);
          if (found.reachable) expect(found.ratio).toBeGreaterThanOrEqual(required);
          else expect(found.ratio).toBe(limit);
        },
      ),
      { numRuns: cases(800) },
    );
  });

  it('moves no further than necessary', () => {
    const color = rgbOfHex('#3b82f6');
    const found = suggest(oklchOfOklab(oklabOfRgb(color)), (rgb) => contrastRatio(rgb, WHITE), 4.5);
    expect(found.ratio).toBeGreaterThanOrEqual(4.5);
    expect(found.ratio).toBeLessThan(4.6);
    expect(found.deltaE).toBeLessThan(0.05);
  });
});

describe('vision', () => {
  it('finds pairs that only some people can distinguish', () => {
    const reds = [rgbOfHex('#c0392b'), rgbOfHex('#5d7a17'), WHITE];
    const typical = closestPair(reds, 'typical');
    const deutan = closestPair(reds, 'deutan');
    expect(deutan).toMatchObject({ first: 0, second: 1 });
    expect(deutan!.deltaE).toBeLessThan(typical!.deltaE / 2);
    expect(closestPair([WHITE], 'protan')).toBeNull();
  });

  it('leaves greys unchanged', () => {
    for (const vision of ['protan', 'deutan', 'tritan', 'achroma'] as const)
      for (const hex of ['#000000', '#808080', '#ffffff']) {
        const seen = simulate(rgbOfHex(hex), vision);
        expect(Math.abs(seen.l - oklabOfRgb(rgbOfHex(hex)).l)).toBeLessThan(0.001);
        expect(Math.hypot(seen.a, seen.b)).toBeLessThan(0.001);
      }
  });
});
