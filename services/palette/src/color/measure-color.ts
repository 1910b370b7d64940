import type { Rgb } from './color.ts';
import { contrastMatrix, contrastRatio, suggest } from './contrast-ratio.ts';
import { p3OfOklch, oklabOfRgb, oklchOfOklab } from './oklab.ts';
import { generate } from './generate.ts';
import { HARMONIES } from './harmonies/registry.ts';
import { createNamer } from './names/color-names.ts';

/** A seeded random number generator, 0–1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** The median duration of many runs, in milliseconds. */
const timed = (runs: number, work: (run: number) => void): number => {
  for (let run = 0; run < runs / 4; run += 1) work(run);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work(run);
    times.push(performance.now() - start);
  }
  return median(times);
};

export interface ColorMeasures {
  /** Median milliseconds for a palette of ten colours with names and P3, by harmony. */
  readonly palette: Readonly<Record<string, number>>;
  /** Milliseconds for a 20 × 20 contrast matrix, the mean of a thousand runs. */
  readonly matrix: number;
  readonly targets: number;
  /** Suggestions that wrongly claim to pass, or wrongly claim that nothing passes. */
  readonly missed: number;
}

/** Measures the colour code in this process. The same seed gives the same colours each time. */
export const measureColor = (options: { runs: number; targets: number; seed: number }): ColorMeasures => {
  const random = createRandom(options.seed);
  const byte = (): number => Math.floor(random() * 256);
  const color = (): Rgb => ({ r: byte(), g: byte(), b: byte() });
  const bases = Array.from({ length: options.runs }, () => oklchOfOklab(oklabOfRgb(color())));

  const palette = Object.fromEntries(
    [...HARMONIES.values()].map((harmony) => {
      const time = timed(options.runs, (run) => {
        const name = createNamer();
        for (const { rgb, oklch } of generate(bases[run % bases.length] ?? { l: 0, c: 0, h: 0 }, harmony, 10)
          .colors) {
          name(oklabOfRgb(rgb));
          p3OfOklch(oklch);
        }
      });
      return [harmony.id, time];
    }),
  );

  const twenty = Array.from({ length: 20 }, color);
  const thousand = timed(50, () => {
    for (let turn = 0; turn < 1_000; turn += 1) contrastMatrix(twenty);
  });

  let missed = 0;
  for (let target = 0; target < options.targets; target += 1) {
    const [front, ground, required] = [color(), color(), 1 + random() * 20];
    const best = Math.max(
      contrastRatio({ r: 0, g: 0, b: 0 }, ground),
      contrastRatio({ r: 255, g: 255, b: 255 }, ground),
    );
    const found = suggest(oklchOfOklab(oklabOfRgb(front)), (rgb) => contrastRatio(rgb, ground), required);
    const kept = found.reachable ? contrastRatio(found.rgb, ground) >= required : best < required;
    if (!kept) missed += 1;
  }
  return { palette, matrix: thousand / 1_000, targets: options.targets, missed };
};

if (import.meta.main) {
  const [runs = '500', targets = '100000', seed = '1'] = process.argv.slice(2);
  const measures = measureColor({ runs: Number(runs), targets: Number(targets), seed: Number(seed) });
  process.stdout.write(`${JSON.stringify(measures)}\n`);
}
