import Color from 'colorjs.io';
import { cases } from '@platform/testing';
import fc from 'fast-check';
import { NAMED_COLORS, parseColor } from '../../src/color/css/parse-color.ts';
import { deltaEok, oklabOfOklch, rgbOfOklch } from '../../src/color/oklab.ts';
import { hexOfRgb } from '../../src/color/color.ts';
import { VALID } from './valid-colors.ts';
import { INVALID } from './invalid-colors.ts';

const parsed = (text: string) => {
  const result = parseColor(text);
  if (!result.ok) throw new Error(`${JSON.stringify(text)} ${result.reason}`);
  return result;
};

describe('parseColor', () => {
  it('has enough cases', () => {
    expect(new Set(VALID.map(([text]) => text)).size).toBeGreaterThanOrEqual(120);
    expect(new Set(INVALID).size).toBeGreaterThanOrEqual(80);
  });

  it.each(VALID)('reads %j as %s', (text, meaning) => {
    const { oklch, alpha } = parsed(text);
    const oracle = new Color(meaning);
    const [l = 0, a = 0, b = 0] = oracle.to('oklab').coords.map((value) => value ?? 0);
    expect(deltaEok(oklabOfOklch(oklch), { l: Math.min(1, Math.max(0, l)), a, b })).toBeLessThanOrEqual(
      0.0005,
    );
    expect(alpha).toBeCloseTo(oracle.alpha, 6);
  });

  it.each(INVALID)('refuses %j with a reason', (text) => {
    const result = parseColor(text);
    expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^must .{6,}/s) });
  });

  it('gives helpful reasons', () => {
    const reasonOf = (text: string) => (parseColor(text) as { reason?: string }).reason;
    expect(reasonOf('3366cc')).toContain('#3366cc');
    expect(reasonOf('fff')).toContain('#fff');
    expect(reasonOf('currentColor')).toContain('currentcolor');
    expect(reasonOf('color-mix(in oklch, red, blue)')).toContain('color-mix()');
    expect(reasonOf('rgb(calc(1) 2 3)')).toContain('calc()');
    expect(reasonOf('color(foo 1 2 3)')).toContain('display-p3');
  });

  it('gives each named colour its own 8-bit value', () => {
    expect(NAMED_COLORS.size).toBe(148);
    for (const [name, hex] of NAMED_COLORS) expect(hexOfRgb(rgbOfOklch(parsed(name).oklch))).toBe(`#${hex}`);
  });

  it('returns every 8-bit colour unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const hex = `#${value.toString(16).padStart(6, '0')}`;
        expect(hexOfRgb(rgbOfOklch(parsed(hex).oklch))).toBe(hex);
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never throws and never hangs on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const result = parseColor(text);
        if (result.ok) expect(Number.isFinite(result.oklch.l + result.oklch.c + result.oklch.h)).toBe(true);
        else expect(result.reason).not.toBe('');
      }),
      { numRuns: cases(2000) },
    );
  });

  it('agrees with an independent implementation on random colours of every space', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const space = fc.constantFrom(
      'srgb',
      'display-p3',
      'a98-rgb',
      'prophoto-rgb',
      'rec2020',
      'xyz-d50',
      'xyz-d65',
    );
    fc.assert(
      fc.property(space, unit, unit, unit, (name, one, two, three) => {
        const text = `color(${name} ${one.toFixed(6)} ${two.toFixed(6)} ${three.toFixed(6)})`;
        const [l = 0, a = 0, b = 0] = new Color(text).to('oklab').coords.map((value) => value ?? 0);
        const { oklch } = parsed(text);
        if (l <= 1) expect(deltaEok(oklabOfOklch(oklch), { l, a, b })).toBeLessThan(0.0005);
        else expect(oklch.l).toBe(1);
      }),
      { numRuns: cases(250) },
    );
  });
});
