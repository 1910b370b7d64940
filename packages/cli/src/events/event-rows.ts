import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';

import type { Input } from '@platform/client';

import { UsageError } from '../usage-error.ts';
import { readCsv } from './read-csv.ts';

/** An event as the platform takes it. */
export type ServerEvent = Input<'events.send'>['events'][number];

/** An event of a file, or what is wrong with its line. */
export interface EventRow {
  line: number;
  event?: ServerEvent;
  fault?: string;
}

export type EventsFormat = 'ndjson' | 'csv';

/** What the name of a file says about its format. @throws UsageError */
export const formatOf = (file: string, named: string | undefined): EventsFormat => {
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
export const readEventRows = (
  file: string,
  format: EventsFormat,
  siteKey: string | undefined,
): AsyncGenerator<EventRow> => (format === 'csv' ? readCsvRows(file, siteKey) : readNdjson(file, siteKey));
