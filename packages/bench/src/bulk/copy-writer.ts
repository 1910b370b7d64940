import { once } from 'node:events';
import { finished } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Sends rows to a table by COPY. */
export interface CopyWriter {
  /** Notes a row; null stands for NULL. */
  row(values: readonly (string | number | null)[]): void;
  /** Waits while the server is behind. */
  drain(): Promise<void>;
  /** Commits all rows. */
  end(): Promise<void>;
}

const CHUNK = 256 * 1024;

const escape = (value: string | number | null): string => {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
};

/** @param connect makes a connection, which the writer uses alone and ends */
export const createCopyWriter = async (
  connect: () => Promise<pg.Client>,
  table: string,
  columns: readonly string[],
): Promise<CopyWriter> => {
  const client = await connect();
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  const done = finished(stream);
  done.catch(() => undefined);
  let text = '';
  let isBehind = false;
  const send = (): void => {
    if (text !== '') isBehind = !stream.write(text);
    text = '';
  };
  return {
    row(values) {
      text += `${values.map(escape).join('\t')}\n`;
      if (text.length > CHUNK) send();
    },
    async drain() {
      if (!isBehind) return;
      await Promise.race([once(stream, 'drain'), done]);
      isBehind = false;
    },
    async end() {
      send();
      stream.end();
      try {
        await done;
      } finally {
        await client.end();
      }
    },
  };
};
