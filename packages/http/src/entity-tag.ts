import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TAG_CHARACTERS = 22;
/** Tags of a list: `"a", W/"b"`. */
const TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * The version of a record as an entity tag (RFC 9110, 8.8.3).
 * @param json the record in JSON. One function makes it for all endpoints that show the record, so
 *   equal records are equal texts
 */
export const tagOfJson = (json: string): string =>
  `"${hash('sha256', json, 'base64url').slice(0, TAG_CHARACTERS)}"`;

/**
 * The version of a record that isn't in JSON yet. A hash of the answer can't be forgotten, as a
 * column that every statement has to count up can. A release that adds a field changes all tags
 * once.
 * @param volatile fields that change by themselves, such as the time left, at any depth
 */
export const entityTag = (data: unknown, volatile: readonly string[] = []): string =>
  tagOfJson(
    volatile.length === 0
      ? JSON.stringify(data)
      : JSON.stringify(data, (name, value: unknown) => (volatile.includes(name) ? undefined : value)),
  );

const tagsIn = (header: string): string[] => header.match(TAGS) ?? [];

/** `If-Match` compares strongly: a weak tag matches nothing (RFC 9110, 13.1.1). */
export const satisfiesIfMatch = (header: string, tag: string): boolean =>
  header.trim() === '*' || tagsIn(header).includes(tag);

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
export const satisfiesIfNoneMatch = (header: string, tag: string): boolean =>
  !(header.trim() === '*' || tagsIn(header).some((known) => known.replace(/^W\//, '') === tag));

/**
 * True if the client has the version with this tag, so that 304 is enough. Express' `fresh` denies it for
 * requests with `Cache-Control: no-cache`, which `fetch` adds by itself to those with `If-None-Match`;
 * but that is addressed to caches on the way, not to the origin.
 */
export const isKnown = ({ headers }: IncomingMessage, tag: string): boolean => {
  const known = headers['if-none-match'];
  return known !== undefined && !satisfiesIfNoneMatch(known, tag);
};
