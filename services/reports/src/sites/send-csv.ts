import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/**
 * Sends a table piece by piece, as fast as the client reads: one that leaves, or reads nothing for so
 * many milliseconds, ends it. An error before the first piece is answered like any other; a later one
 * breaks the connection, as half a table must not look complete.
 */
export const sendCsv = async (
  response: Response,
  name: string,
  pieces: AsyncIterable<string>,
  patience: number,
): Promise<undefined> => {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: IteratorResult<string> = await iterator.next();
  const all = async function* () {
    for (let piece = first; piece.done !== true; piece = await iterator.next()) yield piece.value;
  };
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'private, no-cache');
  if (response.req.method === 'HEAD') {
    await iterator.return?.();
    response.end();
    return undefined;
  }
  response.setTimeout(patience, () => response.destroy());
  await pipeline(Readable.from(all(), { highWaterMark: 1 }), response)
    .catch(() => {
      response.destroy();
    })
    .finally(() => iterator.return?.());
  return undefined;
};
