import type { Cursors } from './cursors.ts';
import type { PageQuery } from './paging-schema.ts';

/** A page of a list, with the cursor of the next page if there is one. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Reads one page: asks `load` for one entry more than wanted, behind the cursor, to learn whether there are more.
 * @param list what the cursor is bound to: the list's name, its owner and its filters
 */
export const readPage = async <Item extends { readonly id: string }>(
  cursors: Cursors,
  list: readonly string[],
  { limit, cursor }: PageQuery,
  load: (after: string | null, count: number) => Promise<readonly Item[]>,
): Promise<CursorPage<Item>> => {
  const after = cursor === undefined ? null : cursors.read(list, cursor);
  const found = await load(after, limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? cursors.issue(list, last.id) : null };
};

/** The page as the API shows it. */
export const pageJson = <Item>(
  { items, nextCursor }: CursorPage<Item>,
  toJson: (item: Item) => unknown,
): { items: unknown[]; next_cursor?: string } => ({
  items: items.map(toJson),
  ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
});
