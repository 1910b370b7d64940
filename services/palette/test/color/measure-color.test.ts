import { HARMONIES } from '../../src/color/harmonies/registry.ts';
import { measureColor } from '../../src/color/measure-color.ts';

describe('measureColor', () => {
  it('misses no contrast target, and covers every harmony', () => {
    const { missed, targets, palette, matrix } = measureColor({ runs: 8, targets: 5_000, seed: 7 });
    expect({ missed, targets }).toEqual({ missed: 0, targets: 5_000 });
    expect(Object.keys(palette)).toEqual([...HARMONIES.keys()]);
    for (const milliseconds of [matrix, ...Object.values(palette)]) expect(milliseconds).toBeGreaterThan(0);
  });
});
