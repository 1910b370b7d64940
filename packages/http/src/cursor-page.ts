import { createHmac, timingSafeEqual } from 'node:crypto';

import { invalid } from '@platform/errors';
import Joi from 'joi';
import type { ObjectSchema, Schema, StringSchema } from 'joi';

import { keysOf, metasOf } from './openapi/to-json-schema.ts';
import type { Page } from './reply.ts';

/** The number of the last page; an empty list has one page. */
export const lastPageOf = ({ perPage, total }: Page): number => Math.max(1, Math.ceil(total / perPage));

/** The address with one parameter set and all others kept. */
export const withParameter = (url: string, name: string, value: string): string => {
  // Only the first question mark ends the path: a query may hold others.
  const [path = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
};

/** Links to a list's other pages; they keep all other parameters of the request. */
export const pageLinks = (
  page: Page,
  url: string,
): Record<'first' | 'last' | 'prev' | 'next', string | null> => {
  const lastPage = lastPageOf(page);
  const { number } = page;
  const link = (target: number): string => withParameter(url, 'page', String(target));
  return {
    first: link(1),
    last: link(lastPage),
    prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
    next: number < lastPage ? link(number + 1) : null,
  };
};

/** Letters, digits, marks, punctuation and symbols: characters that leave ink. */
const VISIBLE = /[^\p{Z}\p{C}]/u;
/**
 * Line breaks, ESC and the like; and marks that turn the direction of the text around them
 * (CVE-2021-42574).
 */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The one rule for names that people give: of keys, palettes, themes, workspaces, segments and so
 * on. At most 100 characters, at least one of them visible, on one line, and without characters
 * that change how the text around the name is shown in terminals, logs and pages. Optional; add
 * `.required()` where a name is needed.
 */
export const nameSchema = (): StringSchema =>
  Joi.string().max(100).pattern(VISIBLE).pattern(FORBIDDEN, { invert: true }).messages({
    'string.pattern.base': '{{#label}} must have a visible character',
    'string.pattern.invert.base': '{{#label}} must not contain control or direction characters',
  });

/** A list, which a form sends as JSON text: it has no way to write a list of objects. */
export const listSchema = (): Joi.ArraySchema => Joi.array().meta({ isTextInForms: true });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not a list; the schema reports it.
    return text;
  }
};

/** Parses the lists in a form or query first, so that the rules for lists in JSON apply to them, too. */
export const withLists = (schema: ObjectSchema, given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('['),
  );
  if (texts.length === 0) return given;
  const keys = keysOf(schema);
  const lists = texts.filter(([name]) => {
    const key = keys.get(name);
    return key !== undefined && metasOf(key).some(({ isTextInForms }) => isTextInForms);
  });
  return { ...given, ...Object.fromEntries(lists.map(([name, text]) => [name, parse(text)])) };
};

/** Opaque, signed marks of the place where a list continues. */
export interface Cursors {
  /**
   * A cursor behind the entry `after`.
   * @param list what the cursor is good for: the list's name, its owner and its filters
   */
  issue(list: readonly string[], after: string): string;
  /**
   * The entry that a cursor of this list points behind.
   * @throws an `invalid` error that names `cursor`, for any text that `issue` didn't make for this
   *   list
   */
  read(list: readonly string[], cursor: string): string;
}

const SIGNATURE_BYTES = 16;

/**
 * Makes and reads cursors. Clients can't point them elsewhere, and a cursor of one organisation or
 * filter is refused in another.
 *
 * @example
 * const cursors = createCursors(secret);
 * const next = cursors.issue(['keys', organisation], lastKey.id);
 * const after = cursors.read(['keys', organisation], query.cursor);
 *
 * @param secret at least 32 bytes, the same in all instances of a service
 */
export const createCursors = (secret: Buffer): Cursors => {
  const sign = (list: readonly string[], after: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...list, after]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  const issue = (list: readonly string[], after: string): string =>
    Buffer.concat([sign(list, after), Buffer.from(after)]).toString('base64url');

  const read = (list: readonly string[], cursor: string): string => {
    const bytes = Buffer.from(cursor, 'base64url');
    const after = bytes.subarray(SIGNATURE_BYTES).toString();
    const given = bytes.subarray(0, SIGNATURE_BYTES);
    const isGenuine =
      given.length === SIGNATURE_BYTES &&
      timingSafeEqual(given, sign(list, after)) &&
      // Node skips `=` and what isn't base64, so other texts than the one issued decode to the same
      // bytes.
      bytes.toString('base64url') === cursor;
    if (!isGenuine)
      throw invalid([{ field: 'cursor', message: 'cursor must be the next_cursor of this list' }]);
    return after;
  };

  return { issue, read };
};

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
