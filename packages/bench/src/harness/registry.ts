import type { Benchmark } from './benchmark.ts';

export interface Registry {
  readonly all: readonly Benchmark[];
  /**
   * The benchmarks of these ids, in this order. @throws an error that names the ids there are when
   * one is unknown
   */
  select(ids: readonly string[]): Benchmark[];
}

/** @throws when two benchmarks have the same id */
export const createRegistry = (all: readonly Benchmark[]): Registry => {
  const byId = new Map(all.map((benchmark) => [benchmark.id, benchmark]));
  if (byId.size < all.length) throw new Error('Two benchmarks have the same id.');
  return {
    all,
    select: (ids) =>
      ids.map((id) => {
        const benchmark = byId.get(id);
        if (!benchmark)
          throw new Error(`There is no benchmark "${id}". There are: ${[...byId.keys()].join(', ')}`);
        return benchmark;
      }),
  };
};
