import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/** A file that is made while it is sent. */
export interface FileInPieces {
  readonly name: string;
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly pieces: AsyncIterable<string>;
}

/**
 * Sends a file piece by piece, as fast as the client reads: a slow one pauses whoever makes the
 * pieces instead of filling memory, and one that leaves, or reads nothing for so many milliseconds,
 * ends it. An error before the first piece is answered like any other; a later one breaks the
 * connection, as half a file must not look complete.
 */
export const sendFileInPieces = async (
  response: Response,
  { name, mediaType, cacheControl, pieces }: FileInPieces,
  patience: number,
): Promise<undefined> => {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: IteratorResult<string> = await iterator.next();
  const all = async function* () {
    for (let piece = first; piece.done !== true; piece = await iterator.next()) yield piece.value;
  };
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('Cache-Control', cacheControl);
  if (response.req.method === 'HEAD') {
    await iterator.return?.();
    response.end();
    return undefined;
  }
  response.setTimeout(patience, () => response.destroy());
  await pipeline(Readable.from(all(), { objectMode: true, highWaterMark: 1 }), response)
    .catch(() => {
      response.destroy();
    })
    .finally(() => iterator.return?.());
  return undefined;
};
