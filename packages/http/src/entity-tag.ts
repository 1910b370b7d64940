import { createHash } from 'node:crypto';

import { canonicalJson } from './canonical-json.ts';

const TAG_CHARACTERS = 22;
/** Tags of a list: `"a", W/"b"`. */
const TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * The version of a record as an entity tag (RFC 9110, 8.8.3): equal for equal JSON, whichever
 * endpoint shows it.
 * @param volatile fields that change by themselves, such as the time left
 */
export const entityTag = (data: unknown, volatile: readonly string[] = []): string => {
  const stable =
    typeof data === 'object' && data !== null
      ? Object.fromEntries(Object.entries(data).filter(([name]) => !volatile.includes(name)))
      : data;
  const digest = createHash('sha256').update(canonicalJson(stable)).digest('base64url');
  return `"${digest.slice(0, TAG_CHARACTERS)}"`;
};

const tagsIn = (header: string): string[] => header.match(TAGS) ?? [];

/** `If-Match` compares strongly: a weak tag matches nothing (RFC 9110, 13.1.1). */
export const satisfiesIfMatch = (header: string, tag: string): boolean =>
  header.trim() === '*' || tagsIn(header).includes(tag);

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
export const satisfiesIfNoneMatch = (header: string, tag: string): boolean =>
  !(header.trim() === '*' || tagsIn(header).some((known) => known.replace(/^W\//, '') === tag));
