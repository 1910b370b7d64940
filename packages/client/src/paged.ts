/** One page of a list. */
export interface Page<Item, Meta = unknown> {
  items: Item[];
  /** Metadata of the page, such as `total` of a numbered list. */
  meta: Meta;
  /** Reads the next page; undefined on the last one. */
  next: (() => Promise<Page<Item, Meta>>) | undefined;
}

/**
 * A list: `await` it for the first page, or iterate over it for every item of all pages. Nothing is
 * requested before.
 */
export interface Paged<Item, Meta = unknown> extends AsyncIterable<Item>, PromiseLike<Page<Item, Meta>> {
  /**
   * All items in an array. Use it before you delete: iterating over a list that shrinks skips some.
   */
  all(): Promise<Item[]>;
}

/** Reads the page that `query` asks for; the last page has no `next`. */
export type ReadPage<Item, Meta> = (
  query: Readonly<Record<string, unknown>>,
) => Promise<{ items: Item[]; meta: Meta; next: Record<string, unknown> | undefined }>;

/**
 * Makes a list.
 * @param query of the first page
 * @param whole what is added to it when all pages are read: the largest page size
 */
export const createPaged = <Item, Meta>(
  read: ReadPage<Item, Meta>,
  query: Readonly<Record<string, unknown>>,
  whole: Readonly<Record<string, unknown>>,
): Paged<Item, Meta> => {
  const page = async (asked: Readonly<Record<string, unknown>>): Promise<Page<Item, Meta>> => {
    const { items, meta, next } = await read(asked);
    return { items, meta, next: next && (() => page({ ...asked, ...next })) };
  };

  const iterate = async function* (): AsyncGenerator<Item> {
    let current: Page<Item, Meta> | undefined = await page({ ...whole, ...query });
    while (current) {
      yield* current.items;
      current = await current.next?.();
    }
  };

  return {
    then: (fulfilled, rejected) => page(query).then(fulfilled, rejected),
    [Symbol.asyncIterator]: iterate,
    async all() {
      const items: Item[] = [];
      for await (const item of iterate()) items.push(item);
      return items;
    },
  };
};
