import type { Readable } from 'node:stream';

import { parse } from 'csv-parse';

import { ImportRefusedError } from './import-refused-error.ts';
import type { CsvRow, OpenImport } from './import-source.ts';

const LONGEST_RECORD = 100_000;
/** Reports begin with some lines of remarks. */
const MOST_REMARKS = 50;
/** A cell that holds more is damaged. */
const MOST = 2_000_000_000;

/** What a cell may hold: a kind of number, and what it is called. */
interface Notation {
  readonly pattern: RegExp;
  readonly name: string;
}

const COUNT: Notation = { pattern: /^\d+(?:\.0*)?$/, name: 'count' };
/** Google writes small rates as `5.0E-4`. */
const MEASURE: Notation = { pattern: /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i, name: 'number' };

const rowOf = (
  file: string,
  line: number,
  columns: ReadonlyMap<string, number>,
  cells: readonly string[],
) => {
  const text: CsvRow['text'] = (...names) => {
    for (const name of names) {
      const index = columns.get(name);
      if (index !== undefined) return (cells[index] ?? '').trim();
    }
    return '';
  };
  const read = (names: readonly string[], { pattern, name }: Notation): number => {
    const cell = text(...names);
    if (cell === '') return 0;
    const value = Number(cell);
    if (pattern.test(cell) && value <= MOST) return value;
    throw new ImportRefusedError(
      `${file}, row ${line}: “${cell.slice(0, 40)}” in ${names[0] ?? ''} is not a valid ${name}.`,
    );
  };
  const row: CsvRow = {
    text,
    has: (...names) => names.some((name) => columns.has(name)),
    measure: (...names) => read(names, MEASURE),
    count: (...names) => read(names, COUNT),
  };
  return row;
};

/**
 * Reads a CSV file as it comes, without holding it.
 * @returns rows read
 * @throws ImportRefusedError for what is no CSV
 */
export const readCsv = async (
  name: string,
  content: Readable,
  target: Pick<OpenImport, 'open'>,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const records = content.pipe(
    parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  content.once('error', (error) => records.destroy(error));
  const remarks: string[] = [];
  let columns: ReadonlyMap<string, number> | undefined;
  let take: ((row: CsvRow) => void) | undefined;
  let [line, rows] = [0, 0];
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      signal?.throwIfAborted();
      line += 1;
      const first = cells[0] ?? '';
      if (first.startsWith('#')) {
        // Another table begins behind the remarks.
        columns = undefined;
        if (remarks.length < MOST_REMARKS) remarks.push(cells.join(',').slice(1).trim());
      } else if (columns === undefined) {
        const names = cells.map((cell) => cell.trim().toLowerCase());
        columns = new Map(names.map((column, index) => [column, index]));
        take = target.open({ name, remarks, columns: names });
        if (take === undefined) return rows;
      } else {
        rows += 1;
        take?.(rowOf(name, line, columns, cells));
      }
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code.startsWith('CSV_'))
      throw new ImportRefusedError(`${name} is not a CSV file: ${(error as Error).message.slice(0, 200)}`, {
        cause: error,
      });
    throw error;
  } finally {
    content.destroy();
  }
  return rows;
};
