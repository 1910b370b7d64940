import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Input, Item, Platform } from '@platform/client';

import { EXIT, formatTable, isSet, textOf, UsageError, WAIT_OPTION, waitOf } from '../command.ts';
import type { Command } from '../command.ts';
import { websiteId } from './website-commands.ts';

/** Bytes of one part: the platform takes 3 MB at once. */
const PART_BYTES = 3 * 1024 ** 2;
const PAUSE_MILLISECONDS = 500;

type Source = Input<'websites.imports.create'>['source'];
type Import = Item<'websites.imports.list'>;

const importTable = (imports: readonly Import[]): string =>
  formatTable([
    ['ID', 'SOURCE', 'FILE', 'STATE', 'DAYS', 'FROM', 'TO'],
    ...imports.map(({ id, source, file_name: file, status, days, first_day: from, last_day: to }) => [
      id,
      source,
      file,
      status,
      days,
      from ?? '–',
      to ?? '–',
    ]),
  ]);

/** Sends a file, in parts where it is large. */
const send = async (
  { websites }: Platform,
  website: number,
  source: Source,
  file: string,
  signal: AbortSignal,
): Promise<Import> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file} can’t be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const named = { source, file_name: basename(file) };
  if (bytes.length <= PART_BYTES)
    return websites.imports.create(website, { ...named, content: bytes.toString('base64') }, { signal });
  let current: Import = await websites.imports.create(website, { ...named, complete: 0 }, { signal });
  const parts = Math.ceil(bytes.length / PART_BYTES);
  for (let part = 1; part <= parts; part += 1) {
    const piece = bytes.subarray((part - 1) * PART_BYTES, part * PART_BYTES);
    const body = { part, complete: part === parts ? 1 : 0, content: piece.toString('base64') } as const;
    current = await websites.imports.update(website, current.id, body, { signal });
  }
  return current;
};

export const createImportCommand: Command = {
  name: 'imports create',
  summary: 'Import statistics from another program',
  operands: 'WEBSITE FILE',
  description:
    'WEBSITE is an id or a domain; FILE is what the other program exported. Waits until it is imported; exits with 1 where it fails.',
  options: {
    source: {
      type: 'string',
      value: 'NAME',
      help: 'plausible, umami, goatcounter, ga4 or universal_analytics',
    },
    'no-wait': { type: 'boolean', help: 'Return once the file is there' },
    wait: WAIT_OPTION,
  },
  async run({ platform, operands, values, signal, terminal }) {
    const [website, file] = operands;
    const source = textOf(values, 'source');
    if (file === undefined || source === undefined || operands.length > 2)
      throw new UsageError('dap imports create takes a website, a file and --source.');
    const until = Date.now() + waitOf(values);
    const client = platform();
    const id = await websiteId(client, website, signal);
    let current = await send(client, id, source as Source, resolve(terminal.cwd, file), signal);
    while (!isSet(values, 'no-wait') && !['completed', 'failed'].includes(current.status)) {
      if (Date.now() > until)
        throw new UsageError(`Import ${current.id} goes on; --wait gives it more time.`);
      await sleep(PAUSE_MILLISECONDS, undefined, { signal });
      current = await client.websites.imports.show(id, current.id, { signal });
    }
    const failed = current.status === 'failed';
    const reason = failed && current.error !== null ? `${current.error}\n` : '';
    return {
      exitCode: failed ? EXIT.failed : EXIT.ok,
      text: `${importTable([current])}${reason}`,
      json: { import: current },
    };
  },
};

export const listImportsCommand: Command = {
  name: 'imports list',
  summary: 'List the imports of a website',
  operands: 'WEBSITE',
  options: {},
  async run({ platform, operands, signal }) {
    const client = platform();
    const id = await websiteId(client, operands[0], signal);
    const imports = await client.websites.imports.list(id, { signal });
    const list = Array.isArray(imports) ? imports : [];
    return { exitCode: EXIT.ok, text: importTable(list), json: { imports: list } };
  },
};
