import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ENTRY = fileURLToPath(new URL('../../../services/palette/src/color/measure-color.ts', import.meta.url));

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
