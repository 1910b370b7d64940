import { createHmac, timingSafeEqual } from 'node:crypto';

import { invalid } from '@platform/errors';

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
