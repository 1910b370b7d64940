/** A measured figure, and what it should be where there is an aim. */
export interface Figure {
  /** Name of the measurement, such as `page, 30 days, p99`. */
  readonly name: string;
  readonly value: number;
  /** Such as `ms`, `events/s`, `bytes`; empty for a plain number. */
  readonly unit: string;
  readonly aim?: Aim;
}

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** Context that the harness passes to a benchmark. */
export interface BenchContext {
  /** True for a short run with less data, which shows that all works; its figures mean little. */
  readonly quick: boolean;
  /** Logs progress for the reader. */
  readonly log: (line: string) => void;
  /** Registers what must end with the benchmark, however it ends; the last one registered ends first. */
  readonly cleanUp: (stop: () => Promise<unknown>) => void;
}

/**
 * One benchmark: one file, one line in the registry. It starts what it needs on 127.0.0.1,
 * measures, and measures what it is compared with in the same run.
 */
export interface Benchmark {
  /** Its name on the command line. */
  readonly id: string;
  readonly title: string;
  /** Subject, baseline and load of the measurement. */
  readonly measures: string;
  /** It is ended when it takes longer. */
  readonly limitSeconds: number;
  run(context: BenchContext): Promise<readonly Figure[]>;
}

/** Whether a figure reached its aim; null for one without. */
export const isMet = ({ value, aim }: Figure): boolean | null => {
  if (!aim) return null;
  // Not a number is never good enough.
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
};
