import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Processor time of a suite, in seconds: its worker's time and that of ended children. */
export interface SuiteCost {
  /** From the repository's folder. */
  readonly path: string;
  readonly processor: number;
}

export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed first. */
  readonly retried: readonly string[];
  readonly suites: readonly (SuiteCost & { readonly seconds: number })[];
}

const FOLDER = join(ROOT, 'node_modules/.cache/tests');

/** File in which workers record the cost of each suite during a run, a line of JSON each. */
export const SUITE_COSTS = join(FOLDER, `costs-${process.env['SUITES'] ?? 'unit'}.jsonl`);

/** Where the last run of a kind of suites (`unit`, `e2e`, …) has left its report. */
export const reportFile = (kind: string): string => join(FOLDER, `${kind}.json`);
