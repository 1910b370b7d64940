import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, readFile, rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { ApiError } from '@platform/client';
import type { Input, Platform } from '@platform/client';

import { EXIT, formatTable, isSet, textOf, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { writeWhole } from '../tokens/token-files.ts';

/** A record of a CSV file, with the number of the line that it begins in. */
interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * Reads CSV by RFC 4180 from pieces of text: quoted fields may hold commas, line ends and doubled
 * quotes. A byte order mark and empty lines are left out.
 * @throws Error for a quote that isn't closed
 */
export const readCsv = async function* (
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CsvRecord> {
  let fields: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'quote' = 'plain';
  let [line, start] = [1, 1];
  let afterReturn = false;
  let isFirst = true;

  for await (const chunk of chunks)
    for (const character of chunk) {
      const isMark = isFirst && character === '\uFEFF';
      isFirst = false;
      if (isMark) continue;
      const isEnd = character === '\n' || character === '\r';
      const isSecondHalf = character === '\n' && afterReturn;
      afterReturn = character === '\r';
      if (isEnd && !isSecondHalf) line++;
      if (state === 'quoted') {
        if (character === '"') state = 'quote';
        else field += character;
        continue;
      }
      if (character === '"' && (state === 'quote' || field === '')) {
        // A second quote inside of quotes stands for one.
        if (state === 'quote') field += '"';
        state = 'quoted';
      } else if (character === ',') {
        fields.push(field);
        [field, state] = ['', 'plain'];
      } else if (isEnd) {
        if (!isSecondHalf && (fields.length > 0 || field !== '' || state === 'quote'))
          yield { line: start, fields: [...fields, field] };
        [fields, field, state, start] = [[], '', 'plain', line];
      } else {
        field += character;
        state = 'plain';
      }
    }
  if (state === 'quoted') throw new Error(`Line ${start}: a quote is not closed.`);
  if (fields.length > 0 || field !== '' || state === 'quote')
    yield { line: start, fields: [...fields, field] };
};

/** An event as the platform takes it. */
type ServerEvent = Input<'events.send'>['events'][number];

/** An event of a file, or what is wrong with its line. */
interface EventRow {
  line: number;
  event?: ServerEvent;
  fault?: string;
}

type EventsFormat = 'ndjson' | 'csv';

/** Returns the named format, or else that of the file's extension. @throws UsageError */
const formatOf = (file: string, named: string | undefined): EventsFormat => {
  const format = named ?? extname(file).slice(1).toLowerCase();
  if (format === 'csv') return 'csv';
  if (format === 'ndjson' || format === 'jsonl') return 'ndjson';
  throw new UsageError(`Is ${file} NDJSON or CSV? Say --format ndjson or --format csv.`);
};

/**
 * The same line of the same file gets the same id whenever it is read, so that it is stored once.
 */
const idOf = (line: number, text: string): string =>
  createHash('sha256').update(`${line}\n${text}`).digest('hex').slice(0, 32);

const withDefaults = (
  line: number,
  text: string,
  fields: Record<string, unknown>,
  siteKey: string | undefined,
): EventRow => {
  const event = { id: idOf(line, text), ...(siteKey === undefined ? {} : { site_key: siteKey }), ...fields };
  // The platform checks the rest, field by field.
  return typeof (event as { site_key?: unknown }).site_key === 'string'
    ? { line, event: event as unknown as ServerEvent }
    : { line, fault: 'site_key is missing; give it in the file or as --site-key' };
};

const readNdjson = async function* (file: string, siteKey: string | undefined): AsyncGenerator<EventRow> {
  let line = 0;
  for await (const content of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line++;
    const text = line === 1 ? content.replace(/^\uFEFF/, '') : content;
    if (text.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        yield { line, fault: 'is not a JSON object' };
      else yield withDefaults(line, text, value as Record<string, unknown>, siteKey);
    } catch {
      yield { line, fault: 'is not JSON' };
    }
  }
};

/**
 * Columns are named as the fields of an event; `props.plan` is the property `plan`. Empty cells are
 * left out.
 */
const fieldsOf = (header: readonly string[], cells: readonly string[]): Record<string, unknown> => {
  const given = header.flatMap((name, index) => {
    const cell = cells[index] ?? '';
    return cell === '' ? [] : [[name, cell] as const];
  });
  const props = given
    .filter(([name]) => name.startsWith('props.'))
    .map(([name, cell]) => [name.slice('props.'.length), cell] as const);
  const fields = Object.fromEntries<unknown>(given.filter(([name]) => !name.startsWith('props.')));
  return props.length === 0 ? fields : { ...fields, props: Object.fromEntries(props) };
};

const readCsvRows = async function* (file: string, siteKey: string | undefined): AsyncGenerator<EventRow> {
  let header: string[] | undefined;
  const text = createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>;
  for await (const { line, fields } of readCsv(text)) {
    if (header === undefined) header = fields.map((name) => name.trim());
    else if (fields.length !== header.length)
      yield { line, fault: `has ${fields.length} cells, but the first row has ${header.length}` };
    else yield withDefaults(line, fields.join('\u001f'), fieldsOf(header, fields), siteKey);
  }
};

/** Reads the events of a file, one after the other. */
const readEventRows = (
  file: string,
  format: EventsFormat,
  siteKey: string | undefined,
): AsyncGenerator<EventRow> => (format === 'csv' ? readCsvRows(file, siteKey) : readNdjson(file, siteKey));

/** Totals of a file so far. */
interface ImportTotals {
  /** Rows that were read and settled, in the order of the file. */
  rows: number;
  stored: number;
  /** Numbers of events that the platform didn't store, by its reason. */
  dropped: Record<string, number>;
  refused: number;
}

/** Remembers beside the file how far its import came. */
interface ImportProgress {
  totals: ImportTotals;
  save(): Promise<void>;
  finish(): Promise<void>;
}

const HEAD_BYTES = 65_536;

/** Changes when the beginning of a file changes; rows may be added at its end. */
const fingerprintOf = async (file: string, bytes: number): Promise<string> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return `${bytesRead}:${createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex')}`;
  } finally {
    await handle.close();
  }
};

const nothing = (): ImportTotals => ({ rows: 0, stored: 0, dropped: {}, refused: 0 });

/**
 * Opens the progress of a file's import.
 * @param restart true to begin at the first row; rows stored before are dropped by id
 */
const openProgress = async (file: string, url: string, restart: boolean): Promise<ImportProgress> => {
  const path = `${file}.dap-progress`;
  const text = restart ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  const saved = text === undefined ? undefined : parse(text);
  const length = Number(saved?.fingerprint.split(':')[0] ?? HEAD_BYTES);
  const fits = saved?.url === url && saved.fingerprint === (await fingerprintOf(file, length));
  const totals = fits ? saved.totals : nothing();
  const fingerprint = fits ? saved.fingerprint : await fingerprintOf(file, HEAD_BYTES);
  return {
    totals,
    save: () => writeWhole(path, `${JSON.stringify({ url, fingerprint, totals })}\n`),
    finish: () => rm(path, { force: true }),
  };
};

interface SavedProgress {
  url: string;
  fingerprint: string;
  totals: ImportTotals;
}

const parse = (text: string): SavedProgress | undefined => {
  try {
    return JSON.parse(text) as SavedProgress;
  } catch {
    return undefined;
  }
};

/** A row that wasn't taken, and why. */
interface RefusedRow {
  line: number;
  reason: string;
}

interface SentBatch {
  stored: number;
  dropped: Record<string, number>;
  refused: RefusedRow[];
}

/** `events.3.url` is about the row with index 3. */
const rowOf = (field: string): number => Number(/^events[.[](\d+)/.exec(field)?.[1] ?? Number.NaN);

const refusals = (error: ApiError, rows: readonly EventRow[]): Map<EventRow, string> => {
  const found = new Map<EventRow, string>();
  for (const [field, messages] of Object.entries(error.fields)) {
    const row = rows[rowOf(field)];
    if (row && !found.has(row))
      found.set(row, (messages[0] ?? error.message).replace(/^events\[\d+\]\.?/, ''));
  }
  return found;
};

/**
 * Sends rows. Where the platform refuses some of them, the others are sent without them.
 * @throws ApiError for a refusal that isn't about rows
 */
const sendBatch = async (
  { events }: Platform,
  rows: readonly EventRow[],
  signal: AbortSignal,
): Promise<SentBatch> => {
  const refused: RefusedRow[] = rows.flatMap(({ line, fault }) =>
    fault === undefined ? [] : [{ line, reason: fault }],
  );
  let left = rows.filter(({ event }) => event !== undefined);
  while (left.length > 0)
    try {
      const { stored, dropped } = await events.send(
        { events: left.flatMap(({ event }): ServerEvent[] => (event ? [event] : [])) },
        { signal },
      );
      return { stored, dropped, refused };
    } catch (error) {
      const named = error instanceof ApiError ? refusals(error, left) : new Map<EventRow, string>();
      if (named.size === 0) throw error;
      for (const [{ line }, reason] of named) refused.push({ line, reason });
      left = left.filter((row) => !named.has(row));
    }
  return { stored: 0, dropped: {}, refused };
};

/** As many events as one request takes. */
const BATCH_ROWS = 1_000;
/** Below the platform's limit for the body of this request, 5 MB. */
const BATCH_CHARACTERS = 1_000_000;
/** How many refused rows are told; the number of all of them always is. */
const SHOWN_REFUSALS = 20;

/** Groups rows into requests. */
const inBatches = async function* (rows: AsyncIterable<EventRow>): AsyncGenerator<EventRow[]> {
  let [batch, size]: [EventRow[], number] = [[], 0];
  for await (const row of rows) {
    const length = JSON.stringify(row.event ?? null).length;
    if (batch.length > 0 && (batch.length === BATCH_ROWS || size + length > BATCH_CHARACTERS)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(row);
    size += length;
  }
  if (batch.length > 0) yield batch;
};

/** The rows behind the first `count`. */
const skip = async function* <Row>(rows: AsyncIterable<Row>, count: number): AsyncGenerator<Row> {
  let index = 0;
  for await (const row of rows) if (index++ >= count) yield row;
};

export const importEventsCommand: Command = {
  name: 'events import',
  summary: 'Store the page views and events of a file',
  operands: 'FILE',
  description: `NDJSON has one event of POST /api/v1/events on each line; CSV has the names of its fields in the
first row, with props.NAME for properties. An event without an id gets one derived from its line,
so a file can be imported again within 30 days without counting anything twice. An interrupted
import continues where it stopped. Refused rows are reported and skipped; the exit code is then 1.`,
  options: {
    format: {
      type: 'string',
      value: 'ndjson|csv',
      help: 'Format of the file; taken from its extension by default',
    },
    'site-key': { type: 'string', value: 'KEY', help: 'Site key of events that name none' },
    restart: { type: 'boolean', help: 'Start again from the first row' },
  },
  async run({ platform, operands, values, terminal, signal, url }) {
    const [name] = operands;
    if (name === undefined || operands.length > 1)
      throw new UsageError('Give one file: dap events import FILE');
    const file = resolve(terminal.cwd, name);
    await access(file).catch(() => {
      throw new UsageError(`${name} cannot be read.`);
    });
    const format = formatOf(name, textOf(values, 'format'));
    const client = platform();
    const progress = await openProgress(file, url, isSet(values, 'restart'));
    const { totals } = progress;
    const refused: RefusedRow[] = [];
    const rows = skip(readEventRows(file, format, textOf(values, 'site-key')), totals.rows);
    for await (const batch of inBatches(rows)) {
      const sent = await sendBatch(client, batch, signal);
      totals.rows += batch.length;
      totals.stored += sent.stored;
      totals.refused += sent.refused.length;
      for (const [reason, count] of Object.entries(sent.dropped))
        totals.dropped[reason] = (totals.dropped[reason] ?? 0) + count;
      refused.push(...sent.refused.slice(0, SHOWN_REFUSALS - refused.length));
      await progress.save();
      terminal.err(`${totals.rows} rows\n`);
    }
    await progress.finish();
    const dropped = Object.entries(totals.dropped).map(([reason, count]) => [`dropped: ${reason}`, count]);
    const table = formatTable([
      ['ROWS', totals.rows],
      ['stored', totals.stored],
      ...dropped,
      ['refused', totals.refused],
    ]);
    const told = refused.map(({ line, reason }) => `line ${line}: ${reason}\n`).join('');
    return {
      exitCode: totals.refused === 0 ? EXIT.ok : EXIT.failed,
      text: told === '' ? table : `${table}\n${told}`,
      json: { ...totals, refusals: refused },
    };
  },
};
