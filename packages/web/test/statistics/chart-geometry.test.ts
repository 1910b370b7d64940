import fc from 'fast-check';

import { areaPath, axisLabels, chartScale, linePath, pointAt } from '../../src/statistics/chart-geometry.ts';

describe('the scale of a chart', () => {
  it.each([
    ['count', 0, [0, 1]],
    ['count', 3, [0, 1, 2, 3]],
    ['count', 9, [0, 5, 10]],
    ['count', 493, [0, 200, 400, 600]],
    ['count', 98, [0, 25, 50, 75, 100]],
    ['count', 4_100_000, [0, 2_000_000, 4_000_000, 6_000_000]],
    ['share', 0.43, [0, 0.2, 0.4, 0.6]],
    ['share', 1, [0, 0.25, 0.5, 0.75, 1]],
    ['share', 0, [0, 0.01]],
    ['ratio', 1.2, [0, 0.5, 1, 1.5]],
    ['seconds', 127, [0, 60, 120, 180]],
    ['seconds', 9000, [0, 3600, 7200, 10_800]],
  ] as const)('has round numbers for %s up to %d', (unit, highest, lines) => {
    const scale = chartScale(highest, unit);
    expect(scale.lines).toHaveLength(lines.length);
    scale.lines.forEach((value, index) => {
      expect(value).toBeCloseTo(lines[index] ?? NaN, 9);
    });
  });

  it('spans every value with few lines', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.constantFrom('count' as const, 'share' as const, 'ratio' as const, 'seconds' as const),
        (highest, unit) => {
          const { lines, top } = chartScale(highest, unit);
          expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
          expect(lines[0]).toBe(0);
          expect(lines.length).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});

describe('the lines of a chart', () => {
  it('leave a gap where there is no data, instead of a zero', () => {
    expect(linePath([1, 2, null, 4, 2], 4)).toBe('M0 75L25 50M75 0L100 50');
    expect(areaPath([1, 2, null, 4, 2], 4).match(/M/g)).toHaveLength(2);
    // A point by itself has no area.
    expect(areaPath([1, null, 2], 2)).toBe('');
  });

  it('keep their outermost labels inside', () => {
    expect(axisLabels(7).map(({ anchor }) => anchor)).toEqual([
      'start',
      'middle',
      'middle',
      'middle',
      'middle',
      'middle',
      'end',
    ]);
  });

  it.each([0, 1, 2, 8, 100, 5000])('have few labels and no NaN with %i points', (count) => {
    const values = Array.from({ length: count }, (_, index) => index % 13);
    expect(linePath(values, 13) + areaPath(values, 13)).not.toMatch(/NaN|Infinity|undefined/);
    expect(axisLabels(count).length).toBeLessThanOrEqual(9);
  });

  it('are looked up by the nearest point', () => {
    expect([-0.2, 0, 0.49, 0.51, 1, 3].map((share) => pointAt(share, 2))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(pointAt(0.9, 1)).toBe(0);
  });
});
