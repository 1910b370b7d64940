import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

const LINES = 200;

/** Rows as text, some hundred lines a piece. */
const toLines = async function* (
  first: IteratorResult<object>,
  rows: AsyncIterator<object>,
): AsyncGenerator<string> {
  let [lines, count] = ['', 0];
  for (let row = first; row.done !== true; row = await rows.next()) {
    lines += `${JSON.stringify(row.value)}\n`;
    count += 1;
    if (count % LINES !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
};

/**
 * Writes as fast as the client reads. A slow reader pauses the cursor instead of filling memory;
 * one that leaves or stalls closes it. An error before the first row is answered like any other; a
 * later one breaks the connection, as half an export must not look complete.
 */
export const sendNdjson = async (
  response: Response,
  name: string,
  rows: AsyncIterable<object>,
  patience: number,
): Promise<undefined> => {
  const iterator = rows[Symbol.asyncIterator]();
  const first: IteratorResult<object> = await iterator.next();
  response.setHeader('Content-Type', 'application/x-ndjson');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.ndjson"`);
  response.setHeader('Cache-Control', 'private, no-store');
  if (response.req.method === 'HEAD') {
    await iterator.return?.();
    response.end();
    return undefined;
  }
  response.setTimeout(patience, () => response.destroy());
  await pipeline(Readable.from(toLines(first, iterator), { objectMode: true, highWaterMark: 1 }), response)
    .catch(() => {
      response.destroy();
    })
    .finally(() => iterator.return?.());
  return undefined;
};
