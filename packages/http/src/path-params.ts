import { notFound } from '@platform/errors';

import type { JsonSchema } from './dialect.ts';

/**
 * Reads one segment of a path. A text that can't be an id is 404, like an id that doesn't exist.
 */
export interface PathParam<Value> {
  read(text: string): Value;
  schema: JsonSchema;
  /** For the API reference. */
  description: string;
  example?: unknown;
}

const MAX_INTEGER = 2_147_483_647;

/** An id of a numbered record: 1 … 2,147,483,647, written without sign or leading zero. */
export const integerId = (what: string): PathParam<number> => ({
  read(text) {
    const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
    if (value > MAX_INTEGER) throw notFound(what);
    return value;
  },
  schema: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
  description: `Id of the ${what}`,
  example: 7,
});

/** A segment that matches `pattern`, which the caller anchors. */
export const textParam = (what: string, pattern: RegExp, example?: string): PathParam<string> => ({
  read(text) {
    if (!pattern.test(text)) throw notFound(what);
    return text;
  },
  schema: { type: 'string', pattern: pattern.source },
  description: `Id of the ${what}`,
  ...(example === undefined ? {} : { example }),
});

/**
 * A TypeID (jetify.com/typeid): prefix, underscore, 26 characters of Crockford's base32 in lower
 * case.
 */
export const typeId = (prefix: string, what: string): PathParam<string> =>
  textParam(
    what,
    new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`),
    `${prefix}_01h455vb4pex5vsknk084sn02q`,
  );
