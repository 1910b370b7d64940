/** A measured figure, and what it should be where there is an aim. */
export interface Figure {
  /** What was measured, such as `page, 30 days, p99`. */
  readonly name: string;
  readonly value: number;
  /** Such as `ms`, `events/s`, `bytes`; empty for a plain number. */
  readonly unit: string;
  readonly aim?: Aim;
}

export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** What the harness hands to a benchmark. */
export interface BenchContext {
  /** True for a short run with less data, which shows that all works; its figures mean little. */
  readonly quick: boolean;
  /** Tells the reader what is going on. */
  readonly log: (line: string) => void;
  /**
   * Notes what is to be ended with the benchmark, however that ends; the last one noted is ended
   * first.
   */
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
  /** What is measured, against what, and with what load. */
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
