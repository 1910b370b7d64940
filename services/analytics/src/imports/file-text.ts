import { Readable } from 'node:stream';

import { ImportRefusedError } from './import-refused-error.ts';

/** The beginning of a file, which tells what it is. */
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

/** The encoding of a text by its first bytes: a mark, or zeros where there are letters. */
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
    // What is cut in half at the end of the head is no fault.
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

/** What a file that isn't read looks like; undefined for text that may be. */
const kindOf = (head: Buffer, text: string): string | undefined => {
  const first = head.toString('latin1', 0, 16);
  const known = SIGNATURES.find(([signature]) => first.startsWith(signature));
  if (known !== undefined) return known[1];
  if (/^<(!doctype|html)/i.test(text)) return 'a web page';
  if (text.startsWith('<')) return 'XML';
  return text.includes('\0') ? 'binary data' : undefined;
};

export interface FileText {
  /** UTF-8, or texts of another encoding. */
  readonly content: Readable;
  /** What separates the cells of a table. */
  readonly delimiter: string;
  readonly isJson: boolean;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The sign that stands most often between the cells of the first line that is no remark. */
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
export const openText = async (name: string, file: Readable): Promise<FileText> => {
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
