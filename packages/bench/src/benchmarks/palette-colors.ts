import type { Benchmark } from '../benchmark.ts';
import { measurePaletteColors } from '../palette-colors.ts';

export const paletteColors: Benchmark = {
  id: 'palette-colors',
  title: 'Colour science',
  measures:
    'Compute alone, in one process: a palette of ten colours with names and P3 (median of random bases, the slowest harmony), the contrast matrix of 20 colours, and suggestions for random contrast targets that miss them.',
  limitSeconds: 120,
  async run({ quick }) {
    const result = await measurePaletteColors({ targets: quick ? 5_000 : 100_000 });
    const slowest = Math.max(...Object.values(result.palette));
    return [
      { name: 'palette of 10', value: slowest, unit: 'ms', aim: { atMost: 0.3 } },
      { name: 'contrast matrix 20×20', value: result.matrix * 1_000, unit: 'µs', aim: { atMost: 10 } },
      {
        name: `missed of ${result.targets} contrast targets`,
        value: result.missed,
        unit: '',
        aim: { atMost: 0 },
      },
    ];
  },
};
