import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Benchmark } from '../harness/benchmark.ts';

const run = promisify(execFile);
const ENTRY = fileURLToPath(
  new URL('../../../../services/palette/src/color/measure-color.ts', import.meta.url),
);

export interface PaletteColors {
  /** Median milliseconds of a palette of ten colours, by harmony. */
  readonly palette: Readonly<Record<string, number>>;
  /** Milliseconds of a contrast matrix of 20 colours. */
  readonly matrix: number;
  readonly targets: number;
  /** Suggestions that miss their contrast target. */
  readonly missed: number;
}

/** Measures the colour code of the palette service in a process of its own. */
export const measurePaletteColors = async ({
  runs = 500,
  targets = 100_000,
  seed = 1,
} = {}): Promise<PaletteColors> => {
  const { stdout } = await run(process.execPath, [ENTRY, String(runs), String(targets), String(seed)]);
  return JSON.parse(stdout) as PaletteColors;
};

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
