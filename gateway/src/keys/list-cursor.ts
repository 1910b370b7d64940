import { createHmac, timingSafeEqual } from 'node:crypto';

import { invalid } from '@platform/errors';

export interface ListCursor {
  /** Points behind the key `id` in the organisation's list. */
  write(organisation: string, id: string): string;
  /** The id that a cursor of this organisation holds. @throws an invalid error for any other text */
  read(organisation: string, cursor: string): string;
}

/** Opaque, signed cursors: a client can't point them elsewhere, and another organisation's are refused. */
export const createListCursor = (secret: Buffer): ListCursor => {
  const sign = (organisation: string, id: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['keys', organisation, id]))
      .digest()
      .subarray(0, 16);

  return {
    write: (organisation, id) =>
      Buffer.concat([sign(organisation, id), Buffer.from(id)]).toString('base64url'),
    read(organisation, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const id = bytes.subarray(16).toString();
      const given = bytes.subarray(0, 16);
      if (given.length < 16 || !timingSafeEqual(given, sign(organisation, id)))
        throw invalid([{ field: 'cursor', message: 'cursor must be the next_cursor of an earlier page' }]);
      return id;
    },
  };
};
