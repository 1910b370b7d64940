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
