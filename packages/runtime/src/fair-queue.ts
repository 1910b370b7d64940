/**
 * Milliseconds of work before others get a turn. To answer a request may take half a dozen turns of the
 * event loop, as to store a hit does, each of which may have to wait for a slice.
 */
const SLICE_MS = 1;

/** Asked between pieces of work: a promise to wait for, when it is time for others. */
export type Turn = () => Promise<void> | undefined;

/** Makes one for a piece of work that begins now. */
export const createTurns = (): Turn => {
  let begin = performance.now();
  return () => {
    if (performance.now() - begin < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        begin = performance.now();
        resolve();
      });
    });
  };
};

/** `map` that gives other requests their turn. */
export const mapInTurns = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> => {
  const turn = createTurns();
  const results: Result[] = [];
  for (const item of items) {
    const other = turn();
    if (other) await other;
    results.push(map(item));
  }
  return results;
};

export interface FairQueueOptions {
  /** Pieces of work under way at once. */
  atOnce: number;
  /** Most that may wait for each asker and for all together: a number of pieces, and their bytes. */
  most: { readonly each: Load; readonly all: Load };
  /** Limit on the wait: a sender that has waited longer may have given up. */
  longestWaitMilliseconds: number;
  /** The error of work that may not wait, or has waited too long. */
  busy: () => Error;
}

interface Load {
  readonly pieces: number;
  readonly bytes: number;
}

interface Waiting {
  readonly bytes: number;
  readonly latest: number;
  readonly begin: (mayWork: boolean) => void;
}

/** Costly work of many askers, in turns. */
export interface FairQueue {
  /**
   * Does work when it is its turn. Askers take turns, whatever number of pieces each one has waiting.
   * @param asker such as an organisation
   * @param bytes that the waiting work keeps in memory
   * @throws the error of `busy`
   */
  readonly run: <Result>(asker: string, bytes: number, work: () => Promise<Result>) => Promise<Result>;
}

const sumOf = (list: readonly Waiting[]): Load => ({
  pieces: list.length,
  bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Does costly work a few pieces at a time, and keeps no asker waiting behind all work of another one. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { atOnce, most, longestWaitMilliseconds, busy } = options;
  // In the order in which they have their next turn.
  const lines = new Map<string, Waiting[]>();
  let underWay = 0;

  const pump = (): void => {
    while (underWay < atOnce) {
      const [first] = lines;
      if (first === undefined) return;
      const [asker, [next, ...rest]] = first;
      lines.delete(asker);
      if (rest.length > 0) lines.set(asker, rest);
      if (next === undefined) continue;
      const isLate = performance.now() > next.latest;
      if (!isLate) underWay += 1;
      next.begin(!isLate);
    }
  };

  const hasRoom = (asker: string, bytes: number): boolean => {
    const fits = (load: Load, limit: Load): boolean =>
      load.pieces < limit.pieces && load.bytes + bytes <= limit.bytes;
    return (
      fits(sumOf(lines.get(asker) ?? []), most.each) && fits(sumOf([...lines.values()].flat()), most.all)
    );
  };

  const turn = (asker: string, bytes: number): Promise<boolean> => {
    if (underWay < atOnce) {
      underWay += 1;
      return Promise.resolve(true);
    }
    if (!hasRoom(asker, bytes)) return Promise.resolve(false);
    return new Promise((begin) => {
      const latest = performance.now() + longestWaitMilliseconds;
      lines.set(asker, [...(lines.get(asker) ?? []), { bytes, latest, begin }]);
    });
  };

  return {
    async run(asker, bytes, work) {
      if (!(await turn(asker, bytes))) throw busy();
      try {
        return await work();
      } finally {
        underWay -= 1;
        pump();
      }
    },
  };
};
