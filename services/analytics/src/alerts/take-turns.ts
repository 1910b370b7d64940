export interface TurnsOptions<Item> {
  /** Fetches items with keys that aren't among these; none when there are no more. */
  readonly fetch: (except: readonly number[]) => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => number;
  readonly work: (item: Item) => Promise<void>;
  /** True once nothing more is to be begun. */
  readonly isOver: () => boolean;
  readonly lanes: number;
}

/**
 * Works on items in several lanes: on those of one key one after the other, and on those of other
 * keys at the same time, so that slow ones hold up only their own.
 * @throws what `fetch` or `work` threw, once all lanes have ended
 */
export const takeTurns = async <Item>(options: TurnsOptions<Item>): Promise<void> => {
  const { fetch, keyOf, work, isOver, lanes } = options;
  const taken = new Set<number>();
  const waiting: (readonly [number, readonly Item[]])[] = [];

  const fetchMore = async (): Promise<boolean> => {
    const items = await fetch([...taken]);
    for (const [key, group] of Map.groupBy(items, keyOf)) {
      taken.add(key);
      waiting.push([key, group]);
    }
    return items.length > 0;
  };
  let fetching: Promise<boolean> | undefined;
  /** Lanes that ask at the same time share the answer: two answers could have the same keys. */
  const hasMore = (): Promise<boolean> => {
    fetching ??= fetchMore().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const [key, group] = waiting.shift() ?? [];
      if (key === undefined || group === undefined) {
        if (await hasMore()) continue;
        return;
      }
      for (const item of group) if (!isOver()) await work(item);
      taken.delete(key);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};
