import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Request, Response } from 'express';

/** A long text, with what would otherwise be computed for every request. */
export interface PreparedText {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** A weak one: both forms have it. */
  readonly etag: string;
}

/** @param level of the compression: 9 where a text is compressed once and for all */
export const prepareText = async (plain: Buffer, level?: number): Promise<PreparedText> => ({
  plain,
  gzipped: await promisify(gzip)(plain, level === undefined ? {} : { level }),
  etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
});

/** Sends a prepared text as the client can read it, or 304 if it has it already. */
export const sendPrepared = (request: Request, response: Response, text: PreparedText): void => {
  const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
  response.vary('Accept-Encoding').set('ETag', text.etag);
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.send(isCompressed ? text.gzipped : text.plain);
};
