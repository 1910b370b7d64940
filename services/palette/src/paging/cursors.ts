import { createHmac, timingSafeEqual } from 'node:crypto';

import { invalid } from '@platform/errors';

/** Opaque, signed marks of where a list goes on. */
export interface Cursors {
  /** A cursor behind the entry with the id `after`, good for this list only: its name, owner and filters. */
  issue(list: readonly string[], after: string): string;
  /** The id that the cursor was issued for. @throws 400 for a cursor that was not issued for this list */
  read(list: readonly string[], cursor: string): string;
}

const SIGNATURE_BYTES = 16;

/** @param secret at least 32 bytes, equal on all instances of the service */
export const createCursors = (secret: Buffer): Cursors => {
  const sign = (list: readonly string[], after: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...list, after]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  return {
    issue: (list, after) => Buffer.concat([sign(list, after), Buffer.from(after)]).toString('base64url'),
    read(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const after = bytes.subarray(SIGNATURE_BYTES).toString();
      const given = bytes.subarray(0, SIGNATURE_BYTES);
      // The second comparison refuses other spellings of the same bytes.
      if (
        given.length !== SIGNATURE_BYTES ||
        !timingSafeEqual(given, sign(list, after)) ||
        bytes.toString('base64url') !== cursor
      )
        throw invalid([{ field: 'cursor', message: 'cursor must be the next_cursor of this list' }]);
      return after;
    },
  };
};
