import Joi from 'joi';
import type { ObjectSchema, Schema } from 'joi';

import type { Cursors } from './cursors.ts';
import { metasOf } from './openapi/schema-parts.ts';

/** Query parameters of a list with cursors. */
export interface CursorPageQuery {
  limit: number;
  cursor?: string;
}

/** A page of a list, with the cursor of the next page if there is one. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Joi keys of `CursorPageQuery`. */
export const cursorPageQuery = {
  limit: Joi.number().integer().min(1).max(100).default(20).description('The most items to return'),
  cursor: Joi.string().max(512).description('`next_cursor` of the previous page'),
};

/** Schema of a page: `next_cursor` is there only when more items exist. */
export const cursorPageSchema = (item: Schema): ObjectSchema => {
  const page = Joi.object({
    items: Joi.array().items(item).required(),
    next_cursor: Joi.string().description('`cursor` of the next page; absent on the last one'),
  });
  const name = metasOf(item).find(({ component }) => component !== undefined)?.component;
  return name === undefined ? page : page.meta({ component: `${name}Page` });
};

/**
 * Reads one page. Asks `load` for one entry more than wanted, to learn whether there are more.
 *
 * @example
 * const page = await readCursorPage(cursors, ['keys', organisation], query, (after, count) =>
 *   store.list(organisation, after, count),
 * );
 * return ok(cursorPageJson(page, keyJson));
 *
 * @param list what cursors are bound to: the list's name, its owner and its filters
 * @param load at most `count` entries behind the entry with the id `after`, or from the first one
 *   for null
 * @throws an `invalid` error for a cursor of another list
 */
export const readCursorPage = async <Item extends { readonly id: string }>(
  cursors: Cursors,
  list: readonly string[],
  { limit, cursor }: CursorPageQuery,
  load: (after: string | null, count: number) => Promise<readonly Item[]>,
): Promise<CursorPage<Item>> => {
  const after = cursor === undefined ? null : cursors.read(list, cursor);
  const found = await load(after, limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? cursors.issue(list, last.id) : null };
};

/** A page as answers show it. */
export const cursorPageJson = <Item>(
  { items, nextCursor }: CursorPage<Item>,
  toJson: (item: Item) => unknown,
): { items: unknown[]; next_cursor?: string } => ({
  items: items.map(toJson),
  ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
});
