import fc from 'fast-check';

import { chartScale, lineChart } from '../../src/stats-page/views/chart-view.ts';

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

describe('a line chart', () => {
  const draw = (values: readonly (number | null)[], more: Partial<Parameters<typeof lineChart>[1]> = {}) =>
    lineChart(
      values.map((value, index) => ({ label: `day ${index}`, value })),
      { title: 'Visitors', unit: 'count', formatValue: (value) => String(value ?? '–'), ...more },
    ).toString();
  const pathOf = (markup: string, name: string): string =>
    new RegExp(`class="${name}" d="([^"]*)"`).exec(markup)?.[1] ?? '';

  it('leaves a gap where there is no data, instead of a zero', () => {
    const markup = draw([1, 2, null, 4, 2]);
    expect(pathOf(markup, 'line')).toBe('M0 75L25 50M75 0L100 50');
    expect(markup.match(/class="area"/g)).toHaveLength(2);
    expect(markup.match(/class="dot"/g)).toHaveLength(4);
    expect(markup).toContain('day 2: –');
  });

  it('dashes the line to a last point whose period is not over', () => {
    const markup = draw([4, 2, 0], { lastIsPartial: true });
    expect(pathOf(markup, 'line')).toBe('M0 0L50 50');
    expect(pathOf(markup, 'line partial')).toBe('M50 50L100 100');
  });

  it('keeps its outermost labels inside', () => {
    const anchors = [...draw([1, 2, 3, 4, 5, 6, 7]).matchAll(/dy="20" text-anchor="(\w+)"/g)].map(
      ([, anchor]) => anchor,
    );
    expect(anchors).toEqual(['start', 'middle', 'middle', 'middle', 'middle', 'middle', 'end']);
  });

  it.each([0, 1, 2, 8, 100, 5000])('has few labels and no NaN with %i points', (count) => {
    const markup = draw(Array.from({ length: count }, (_, index) => index % 13));
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
    expect((markup.match(/dy="20"/g) ?? []).length).toBeLessThanOrEqual(9);
  });
});
