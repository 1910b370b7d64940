import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';

/** Announces that an endpoint will go away, and when. */
export interface Deprecation {
  /** The day on which it was declared deprecated, `2026-11-22`. */
  readonly since: string;
  /** The day from which it may stop answering; at least six months later. */
  readonly sunset?: string;
  /** Replacement: one of our paths, or an absolute address. */
  readonly link?: string;
}

/**
 * The headers that tell clients of a deprecation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and
 * `Link`.
 */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
  ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
});

/** A cell: text, a number, or nothing. */
export type CsvCell = string | number | null;

/**
 * Spreadsheet programs run a cell that begins with one of these as a formula. Page paths and token
 * names are other people's input, so such a text gets an apostrophe in front (OWASP, CSV
 * injection).
 */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: CsvCell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * A table as CSV (RFC 4180): a header line, CRLF line ends, quotes only where needed, no formulas.
 *
 * @example
 * toCsv(['day', 'visitors'], [['2026-11-22', 7]]); // 'day,visitors\r\n2026-11-22,7\r\n'
 */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A file that is made while it is sent. */
interface FileInPieces {
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

/** Characters of an answer that are encoded and written at once: it takes a millisecond or two. */
const PIECE = 128 * 1024;

/** The pieces of a long text, with room for other work between them. */
const inPieces = async function* (text: string) {
  let at = 0;
  while (at < text.length) {
    // A letter of two halves stays whole.
    const isSplit = (text.charCodeAt(at + PIECE - 1) & 0xfc00) === 0xd800;
    const end = at + PIECE + (isSplit ? 1 : 0);
    yield Buffer.from(text.slice(at, end));
    at = end;
    await setImmediate();
  }
};

/**
 * Sends text that is JSON already. Express' own `json` would compute what it has no use for here: a
 * weak ETag's freshness and the character set. A long one goes in pieces, as fast as the client reads
 * them: written at once, megabytes hold up everybody else.
 */
export const sendJson = (response: Response, status: number, text: string): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (text.length > 2 * PIECE && response.req.method !== 'HEAD') {
    pipeline(Readable.from(inPieces(text), { objectMode: false }), response).catch(() => response.destroy());
    return;
  }
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Length', length);
  // ASCII, as most answers are, is the same in Latin-1, which Node.js copies instead of encoding.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
};

/** A handler's answer; the dialect gives it its JSON shape. */
export type Reply = ReplyHead &
  (OneReply | { kind: 'deleted'; id: number | string; object: string } | { kind: 'page'; page: Page });

interface OneReply {
  kind: 'one';
  data: unknown;
  /** `data` in JSON, where it was written already. */
  json?: string;
}

interface ReplyHead {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * Work that follows the commit of the record, such as waiting for a worker. It returns the answer that
   * is sent. If the process dies meanwhile, a repeated request gets this one. If it is unavailable for a
   * while (503), this one is sent, too: an error would suggest that nothing was made, and its sender
   * would make another.
   */
  afterCommit?: () => Promise<Reply>;
  /** True where `afterCommit` is all of the work, so that its failure is the answer. */
  isOnlyBegun?: boolean;
  /** Names of the request's fields that were ignored. */
  ignored?: readonly string[];
}

/** One page of a numbered list. */
export interface Page {
  items: readonly unknown[];
  /** Items on all pages. */
  total: number;
  /** From 1. */
  number: number;
  perPage: number;
}

/** The record of an answer in JSON. */
export const jsonOf = ({ data, json }: OneReply): string => json ?? JSON.stringify(data ?? null);

type Headers = Readonly<Record<string, string>>;

/** 200 with a record. */
export const ok = (data: unknown, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 200,
  data,
  headers,
});

/** 200 with a record that was written as JSON already. Its `ETag`, if given, is sent. */
export const okJson = (json: string, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 200,
  data: undefined,
  json,
  headers,
});

/** 201 with the new record, and its address as `Location`. */
export const created = (data: unknown, location: string, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 201,
  data,
  headers: { Location: location, ...headers },
});

/** 201 with a new record that was written as JSON already, and its address as `Location`. */
export const createdJson = (json: string, location: string, headers: Headers = {}): Reply => ({
  ...okJson(json, { Location: location, ...headers }),
  status: 201,
});

/** 202 with the record of the work to do. */
export const accepted = (data: unknown, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 202,
  data,
  headers,
});

/** 200 that names the deleted record. */
export const deleted = (id: number | string, object: string): Reply => ({
  kind: 'deleted',
  status: 200,
  id,
  object,
});

/** 200 with one page of a numbered list. */
export const page = (content: Page): Reply => ({ kind: 'page', status: 200, page: content });
