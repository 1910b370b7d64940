import { sendFileInPieces } from '@platform/http';
import type { Response } from 'express';

const LINES = 200;

/** Rows as text, some hundred lines a piece. */
const toLines = async function* (rows: AsyncIterable<object>): AsyncGenerator<string> {
  let [lines, count] = ['', 0];
  for await (const row of rows) {
    lines += `${JSON.stringify(row)}\n`;
    count += 1;
    if (count % LINES !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
};

/** Sends rows as NDJSON; see `sendFileInPieces`. A client that leaves closes the rows. */
export const sendNdjson = (
  response: Response,
  name: string,
  rows: AsyncIterable<object>,
  patience: number,
): Promise<undefined> =>
  sendFileInPieces(
    response,
    {
      name: `${name}.ndjson`,
      mediaType: 'application/x-ndjson',
      cacheControl: 'private, no-store',
      pieces: toLines(rows),
    },
    patience,
  );
