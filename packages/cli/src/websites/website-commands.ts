import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Input, Item, Platform } from '@platform/client';

import { EXIT, formatTable, isSet, numberOf, textOf, UsageError, WAIT_OPTION, waitOf } from '../command.ts';
import type { Command } from '../command.ts';

/** A website's id: as it is given, or that of the domain. @throws UsageError for an unknown one */
export const websiteId = async (
  platform: Platform,
  website: string | undefined,
  signal: AbortSignal,
): Promise<number> => {
  if (!website)
    throw new UsageError('Which website? Name its id or its domain; dap websites list shows them.');
  if (/^\d{1,9}$/.test(website)) return Number(website);
  const search = website.toLowerCase();
  for await (const { id, domain } of platform.websites.list({ search }, { signal }))
    if (domain === search) return id;
  throw new UsageError(`There is no website ${website}.`);
};

type Website = Item<'websites.list'>;

const websiteTable = (websites: readonly Website[]): string =>
  formatTable([
    ['ID', 'DOMAIN', 'PAGE', 'TIME ZONE', 'SINCE'],
    ...websites.map(({ id, domain, privacy, timezone, created_at: since }) => [
      id,
      domain,
      ['public', 'private', 'password'][privacy] ?? '',
      timezone,
      since.slice(0, 10),
    ]),
  ]);

export const listWebsitesCommand: Command = {
  name: 'websites list',
  summary: "List the organisation's websites",
  operands: '[TEXT]',
  description: 'TEXT is a part of the domain.',
  options: {},
  async run({ platform, operands, signal }) {
    const search = operands[0];
    const websites = await platform()
      .websites.list(search === undefined ? {} : { search }, { signal })
      .all();
    return { exitCode: EXIT.ok, text: websiteTable(websites), json: { websites } };
  },
};

export const showWebsiteCommand: Command = {
  name: 'websites show',
  summary: 'Show a website, with the tag for its pages',
  operands: 'WEBSITE',
  description: 'WEBSITE is an id or a domain.',
  options: {},
  async run({ platform, operands, signal }) {
    const client = platform();
    const website = await client.websites.show(await websiteId(client, operands[0], signal), { signal });
    const text = `${websiteTable([website])}\n${website.stats_url}\n${website.tracking_code}\n`;
    return { exitCode: EXIT.ok, text, json: { website } };
  },
};

export const createWebsiteCommand: Command = {
  name: 'websites create',
  summary: 'Count the visitors of a website',
  operands: 'DOMAIN',
  options: {
    timezone: { type: 'string', value: 'ZONE', help: 'Where its days begin, such as Europe/Berlin' },
    private: { type: 'boolean', help: 'Only members see its statistics page; the default of the platform' },
    public: { type: 'boolean', help: 'Everybody sees its statistics page' },
  },
  async run({ platform, operands, values, signal }) {
    const [domain] = operands;
    if (domain === undefined || operands.length > 1) throw new UsageError('Name one domain.');
    if (isSet(values, 'public') && isSet(values, 'private'))
      throw new UsageError('A page is either --public or --private.');
    const timezone = textOf(values, 'timezone');
    const body: Input<'websites.create'> = {
      domain,
      ...(timezone !== undefined && { timezone }),
      ...(isSet(values, 'public') && { privacy: 0 }),
      ...(isSet(values, 'private') && { privacy: 1 }),
    };
    const website = await platform().websites.create(body, { signal });
    return {
      exitCode: EXIT.ok,
      text: `${website.domain} has the id ${website.id}. The tag for its pages:\n\n${website.tracking_code}\n`,
      json: { website },
    };
  },
};

export const deleteWebsiteCommand: Command = {
  name: 'websites delete',
  summary: 'Delete a website with its statistics',
  operands: 'WEBSITE',
  description: 'Nothing brings them back, so --yes has to say that it is meant.',
  options: { yes: { type: 'boolean', help: 'Delete it' } },
  async run({ platform, operands, values, signal }) {
    const client = platform();
    const id = await websiteId(client, operands[0], signal);
    if (!isSet(values, 'yes')) throw new UsageError(`Website ${id} would be gone for good: say --yes.`);
    const deleted = await client.websites.delete(id, { signal });
    return { exitCode: EXIT.ok, text: `Deleted ${operands[0] ?? ''}.\n`, json: deleted };
  },
};

type Query = Input<'stats.query'>;

/** `page is /pricing,/docs` as the platform takes it. @throws UsageError */
const filterOf = (text: string): NonNullable<Query['filters']>[number] => {
  const [, dimension, operator, values] =
    /^(\S+)\s+(is|is_not|contains|contains_not|matches|matches_not)\s+(\S.*)$/.exec(text.trim()) ?? [];
  if (dimension === undefined || operator === undefined || values === undefined)
    throw new UsageError(
      `A filter is a dimension, an operator and values, such as "page is /pricing", not "${text}".`,
    );
  return { dimension, operator, values: values.split(',') } as NonNullable<Query['filters']>[number];
};

/** A name of a range, or two days. @throws UsageError */
const rangeOf = (text: string): NonNullable<Query['date_range']> => {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  return from === undefined || to === undefined ? (text as NonNullable<Query['date_range']>) : { from, to };
};

const listed = (values: Parameters<Command['run']>[0]['values'], name: string): string[] =>
  (textOf(values, name) ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);

const filtersIn = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);

const dimensionOf = (dimensions: object, name: string): string | number => {
  const value = (dimensions as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' || typeof value === 'number' ? value : '–';
};

export const statsCommand: Command = {
  name: 'stats',
  summary: 'Query the statistics of a website',
  operands: 'WEBSITE',
  description:
    'WEBSITE is an id or a domain. The API reference lists metrics, dimensions and operators; the platform names what it does not know.',
  options: {
    metrics: {
      type: 'string',
      value: 'LIST',
      help: 'visitors,visits,pageviews,bounce_rate,… ; visitors,pageviews by default',
    },
    by: { type: 'string', value: 'LIST', help: 'Dimensions: page, referrer, country, device, time:day, …' },
    range: {
      type: 'string',
      value: 'RANGE',
      help: 'today, 7d, 30d, 12mo … or 2026-11-01..2026-11-30; 30d by default',
    },
    filter: {
      type: 'string',
      multiple: true,
      value: 'FILTER',
      help: 'Such as "country is DE,AT"; repeatable',
    },
    limit: { type: 'string', value: 'N', help: 'Rows; 20 by default' },
  },
  async run({ platform, operands, values, signal }) {
    const client = platform();
    const metrics = listed(values, 'metrics');
    const dimensions = listed(values, 'by');
    const query = {
      metrics: metrics.length > 0 ? metrics : ['visitors', 'pageviews'],
      dimensions,
      date_range: rangeOf(textOf(values, 'range') ?? '30d'),
      filters: filtersIn(values['filter']).map(filterOf),
      per_page: numberOf(values, 'limit', 1, 1_000) ?? 20,
      // The platform knows which there are.
    } as Query;
    const id = await websiteId(client, operands[0], signal);
    const answer = await client.stats.query(id, query, { signal });
    const rows = answer.rows.map((row) => [
      ...dimensions.map((name) => dimensionOf(row.dimensions, name)),
      ...query.metrics.map((name) => row.metrics[name] ?? '–'),
    ]);
    const heading = [...dimensions, ...query.metrics].map((name) => name.toUpperCase());
    return { exitCode: EXIT.ok, text: formatTable([heading, ...rows]), json: answer };
  },
};

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
