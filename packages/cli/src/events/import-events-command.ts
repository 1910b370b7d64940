import { access } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format-table.ts';
import { isSet, textOf } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { formatOf, readEventRows } from './event-rows.ts';
import type { EventRow } from './event-rows.ts';
import { openProgress } from './import-progress.ts';
import { sendBatch } from './send-batch.ts';
import type { RefusedRow } from './send-batch.ts';

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
