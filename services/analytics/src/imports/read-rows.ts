import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';

import { CsvError, parse } from 'csv-parse';

import { ImportRefusedError } from './tally.ts';
import type { ImportTarget } from './tally.ts';

/** A row of a CSV file, by the names in the file's header. */
export interface CsvRow {
  /** The cell of a column, trimmed; empty where there is none. */
  text(...columns: readonly string[]): string;
  /** Reads the count in a cell, 0 if it is empty. @throws ImportRefusedError unless it is a whole number */
  count(...columns: readonly string[]): number;
  /** Reads a measure, which may have a fraction. @throws ImportRefusedError unless it is a number */
  measure(...columns: readonly string[]): number;
  has(...columns: readonly string[]): boolean;
}

/** A CSV file of an import. */
export interface ImportFile {
  /** Without the folders in front of it. */
  readonly name: string;
  /** Names of the columns in lower case. */
  readonly columns: readonly string[];
  /** Remarks in front of the header, without their `#`. */
  readonly remarks: readonly string[];
  readonly delimiter: string;
}

export interface OpenImport {
  /**
   * Chooses what to do with the rows of a file; undefined for a file that holds nothing to import.
   * @throws ImportRefusedError for a file that lacks columns
   */
  open(file: ImportFile): ((row: CsvRow) => void) | undefined;
  /** Returns the reader of a JSON file, one object per line. Sources without it refuse JSON. */
  openJson?(): (record: Readonly<Record<string, unknown>>, line: number) => void;
  /** True for a row that is the header of another table in the same file. */
  isHeader?(cells: readonly string[]): boolean;
  /** Returns the decimal separator of a file; a point by default. */
  decimalOf?(file: ImportFile): '.' | ',';
  /** Lists what was left out, for the person who made the import. */
  notes?(): readonly string[];
  /**
   * Counts what is only known at the end.
   * @throws ImportRefusedError for files of which nothing could be counted
   */
  finish(signal: AbortSignal | undefined): Promise<void>;
}

/** A program that data comes from. */
export interface ImportSource {
  readonly id: string;
  start(target: ImportTarget): OpenImport;
}

/** Beginning of a file, which identifies it. */
interface Head {
  readonly bytes: Buffer;
  /** The whole file, the beginning included. */
  readonly content: AsyncIterable<Buffer>;
}

const HEAD_BYTES = 65_536;

const readHead = async (content: Readable): Promise<Head> => {
  const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.length;
  }
  return {
    bytes: Buffer.concat(first),
    content: (async function* whole() {
      yield* first;
      for (;;) {
        const next = await chunks.next();
        if (next.done === true) return;
        yield next.value;
      }
    })(),
  };
};

/** Files by their first bytes, and what to do about them. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x1f\x8b', 'compressed with gzip: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first'],
  ['7z\xbc\xaf', 'a 7z archive: pack its files as ZIP'],
  ['Rar!', 'a RAR archive: pack its files as ZIP'],
  ['\xd0\xcf\x11\xe0', 'an Excel workbook: save it as CSV'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['SQLite format 3', 'an SQLite database: export its tables as CSV'],
  ['PAR1', 'a Parquet file: export CSV or JSON'],
  ['Obj\x01', 'an Avro file: export CSV or JSON'],
];

/** Returns the encoding of a text by its first bytes: a mark, or zeros around letters. */
const encodingOf = (head: Buffer): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = (from: number): number => {
    let count = 0;
    for (let index = from; index < Math.min(head.length, 1_000); index += 2)
      count += Number(head[index] === 0);
    return count;
  };
  const half = Math.min(head.length, 1_000) / 2;
  if (half > 2 && zeros(1) > half * 0.6) return 'utf-16le';
  if (half > 2 && zeros(0) > half * 0.6) return 'utf-16be';
  try {
    // A character cut in half at the end of the head is not a fault.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

async function* decoded(content: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Describes a file that can't be read; undefined for text that may be readable. */
const kindOf = (head: Buffer, text: string): string | undefined => {
  const first = head.toString('latin1', 0, 16);
  const known = SIGNATURES.find(([signature]) => first.startsWith(signature));
  if (known !== undefined) return known[1];
  if (/^<(!doctype|html)/i.test(text)) return 'a web page';
  if (text.startsWith('<')) return 'XML';
  return text.includes('\0') ? 'binary data' : undefined;
};

interface FileText {
  /** UTF-8, or texts of another encoding. */
  readonly content: Readable;
  /** Separator of the cells of a table. */
  readonly delimiter: string;
  readonly isJson: boolean;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the most frequent separator in the first line that isn't a remark. */
const delimiterOf = (text: string): string => {
  const line = text.split(/\r\n|\r|\n/).find((each) => each.trim() !== '' && !each.startsWith('#')) ?? '';
  const cells = line.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => cells.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/**
 * Opens a file as text, whatever its encoding and whatever separates its cells.
 * @throws ImportRefusedError for a file that is no text, and says what it is
 */
const openText = async (name: string, file: Readable): Promise<FileText> => {
  const { bytes, content } = await readHead(file);
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  const kind = kindOf(bytes, text);
  if (kind !== undefined) throw new ImportRefusedError(`${name} is ${kind}. It must be CSV.`);
  return {
    content: Readable.from(encoding === 'utf-8' ? content : decoded(content, encoding), {
      objectMode: true,
    }),
    delimiter: delimiterOf(text),
    isJson: /^[{[]/.test(text),
  };
};

const LONGEST_RECORD = 100_000;
const LONGEST_LINE = 1_000_000;
/** Reports begin with some lines of remarks. */
const MOST_REMARKS = 50;
/** A cell that holds more is damaged. */
const MOST = 2_000_000_000;

/** Notation of a cell: a kind of number, and its name. */
interface Notation {
  readonly pattern: RegExp;
  readonly name: string;
  /** The number in other notations: groups of digits, percent, a time of day. */
  readonly plain: (cell: string, decimal: Decimal) => string;
}

type Decimal = '.' | ',';

/** Groups of three digits, as `1,234,567` or with spaces or apostrophes. */
const grouped = (cell: string, decimal: Decimal): string => {
  const sign = decimal === '.' ? ',' : '[.]';
  const groups = new RegExp(
    `^[1-9]\\d{0,2}(?:(?:${sign}\\d{3})+|(?:[\\u00a0\\u202f ’']\\d{3})+)(?=\\D?\\d*$)`,
  );
  const [found] = groups.exec(cell) ?? [];
  return found === undefined ? cell : found.replaceAll(/\D/g, '') + cell.slice(found.length);
};

const SECONDS = /^<?(\d{1,4}):(\d{2}):(\d{2})$/;

const measured = (cell: string, decimal: Decimal): string => {
  const [, hours, minutes, seconds] = SECONDS.exec(cell) ?? [];
  if (hours !== undefined) return String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  const isPercent = cell.endsWith('%');
  const number = grouped(isPercent ? cell.slice(0, -1).trimEnd() : cell, decimal);
  const plain = decimal === ',' ? number.replace(/,(?=\d+$)/, '.') : number;
  return isPercent && /^\d+(\.\d*)?$/.test(plain) ? String(Number(plain) / 100) : plain;
};

const COUNT: Notation = { pattern: /^\d+(?:\.0*)?$/, name: 'count', plain: grouped };
/** Google writes small rates as `5.0E-4`. */
const MEASURE: Notation = {
  pattern: /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i,
  name: 'number',
  plain: measured,
};

interface Table {
  readonly file: string;
  readonly columns: ReadonlyMap<string, number>;
  readonly decimal: Decimal;
}

const rowOf = ({ file, columns, decimal }: Table, line: number, cells: readonly string[]) => {
  const text: CsvRow['text'] = (...names) => {
    for (const name of names) {
      const index = columns.get(name);
      if (index !== undefined) return (cells[index] ?? '').trim();
    }
    return '';
  };
  const read = (names: readonly string[], { pattern, name, plain }: Notation): number => {
    const cell = text(...names);
    if (cell === '') return 0;
    const number = pattern.test(cell) && decimal === '.' ? cell : plain(cell, decimal);
    const value = Number(number);
    if (pattern.test(number) && value <= MOST) return value;
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

type Target = Pick<OpenImport, 'open' | 'openJson' | 'isHeader' | 'decimalOf'>;

const namesOf = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => cell.trim().toLowerCase());

const readCsv = async (
  name: string,
  { content, delimiter }: FileText,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
  });
  // Errors reach the reader through the parser.
  const records = pipeline(content, parser, () => undefined);
  const remarks: string[] = [];
  let table: Table | undefined;
  let take: ((row: CsvRow) => void) | undefined;
  let [line, rows] = [0, 0];
  for await (const cells of records as AsyncIterable<string[]>) {
    signal?.throwIfAborted();
    line += 1;
    const first = cells[0] ?? '';
    if (first.startsWith('#')) {
      // Another table begins behind the remarks.
      table = undefined;
      if (remarks.length < MOST_REMARKS) remarks.push(cells.join(',').slice(1).trim());
    } else if (table === undefined || target.isHeader?.(cells) === true) {
      const names = namesOf(cells);
      const file = { name, remarks, columns: names, delimiter };
      table = {
        file: name,
        columns: new Map(names.map((column, index) => [column, index])),
        decimal: target.decimalOf?.(file) ?? '.',
      };
      take = target.open(file);
      if (take === undefined) break;
    } else {
      rows += 1;
      take?.(rowOf(table, line, cells));
    }
  }
  return rows;
};

const readJsonLines = async (
  name: string,
  { content }: FileText,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const take = target.openJson?.();
  if (take === undefined) throw new ImportRefusedError(`${name} is JSON. It must be CSV.`);
  let rows = 0;
  for await (const line of createInterface({ input: content, crlfDelay: Infinity })) {
    signal?.throwIfAborted();
    if (line.trim() === '') continue;
    rows += 1;
    if (line.length > LONGEST_LINE)
      throw new ImportRefusedError(`${name}, line ${rows} is longer than an event can be.`);
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch (cause) {
      throw new ImportRefusedError(
        `${name}, line ${rows} is not JSON. Each line must hold one event, as BigQuery exports them.`,
        { cause },
      );
    }
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new ImportRefusedError(
        `${name}, line ${rows} is no event. Each line must hold one, as BigQuery exports them.`,
      );
    take(record as Readonly<Record<string, unknown>>, rows);
  }
  return rows;
};

/**
 * Reads a file as it comes, without holding it.
 * @returns rows read
 * @throws ImportRefusedError for what is neither CSV nor, where the source takes it, JSON
 */
export const readRows = async (
  name: string,
  file: Readable,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<number> => {
  try {
    const text = await openText(name, file);
    return await (text.isJson ? readJsonLines : readCsv)(name, text, target, signal);
  } catch (error) {
    if (error instanceof CsvError)
      throw new ImportRefusedError(`${name} is not a CSV file: ${error.message.slice(0, 200)}`, {
        cause: error,
      });
    throw error;
  } finally {
    file.destroy();
  }
};
