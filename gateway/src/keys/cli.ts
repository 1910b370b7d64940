import { parseArgs } from 'node:util';

import { createDatabase } from '@platform/database';
import { isAppError } from '@platform/errors';
import { nameSchema } from '@platform/http';
import { isScope, OPERATORS_SCOPE, SCOPES } from '@platform/identity';
import { isAddressBlock, loadConfig, settings } from '@platform/runtime';
import { typeid } from 'typeid-js';

import { isUsable, METERED_UNITS } from './api-key.ts';
import type { ApiKey, MeteredUnit, Organisation } from './api-key.ts';
import { isCalendarTime } from './keys-schema.ts';
import { createKeysService } from './keys-service.ts';
import type { Grantor, KeysService } from './keys-service.ts';
import { createKeysStore, createOrganisationsStore } from './keys-store.ts';
import type { KeysStore, OrganisationsStore } from './keys-store.ts';

/** A mistake in the command line. */
class UsageError extends Error {}

/** True for mistakes found by us or by node:util. */
const isMistake = (error: unknown): error is Error =>
  error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String((error as { code?: unknown }).code));

const OPTIONS = {
  organisation: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string', default: '*' },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  addresses: { type: 'string' },
  unit: { type: 'string' },
  amount: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type CommandOptions = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Splits a command line into options and words. @throws a mistake */
const parseCommandLine = (words: readonly string[]): { values: CommandOptions; positionals: string[] } =>
  parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });

/** @throws UsageError if the option is missing or empty */
const required = (value: string | undefined, option: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing.`);
  return value.trim();
};

/** Control, format and unassigned characters, and separators of lines and paragraphs. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text that is safe in a terminal: control and direction characters appear as escapes. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/**
 * Rows of cells as aligned columns. Cells can't break out of their row: they are made printable.
 */
export const textTable = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return cells.map((row) => `${line(row)}\n`).join('');
};

/** The name in an option, by the rule for all names. @throws UsageError */
const parseName = (value: string | undefined, option: string): string => {
  const name = required(value, option);
  const { error } = nameSchema()
    .label(option)
    .validate(name, { errors: { wrap: { label: false } } });
  if (error) throw new UsageError(`${error.message}.`);
  return name;
};

const parseScopes = (text: string): ApiKey['scopes'] =>
  text.split(',').map((item) => {
    const scope = item.trim();
    if (!isScope(scope)) throw new UsageError(`There is no scope ${JSON.stringify(scope)}.`);
    return scope;
  });

const SPAN_MILLISECONDS = { h: 3_600_000, d: 86_400_000 };

/** An ISO 8601 time, or a span from `now` on such as `90d`. */
const parseExpiry = (text: string | undefined, now: number): Date | null => {
  if (text === undefined) return null;
  const [, amount, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now + Number(amount) * SPAN_MILLISECONDS[unit as 'h' | 'd']);
  if (!isCalendarTime(text)) throw new UsageError('--expires takes an ISO 8601 time or a span such as 90d.');
  return new Date(text);
};

const parseRateLimit = (text: string | undefined): number | null => {
  if (text === undefined || text === 'default') return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError('--rate-limit takes a whole number from 1 to 9999999.');
  return Number(text);
};

/** Reads a quota's unit. */
const parseUnit = (text: string): MeteredUnit => {
  const unit = METERED_UNITS.find((candidate) => candidate === text);
  if (unit === undefined) throw new UsageError(`--unit is one of ${METERED_UNITS.join(', ')}.`);
  return unit;
};

/** Reads how much of it an organisation may use in a month; null for no limit. */
const parseAmount = (text: string): number | null => {
  if (text === 'none') return null;
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new UsageError('--amount takes a whole number from 1 on, or none.');
  return Number(text);
};

/** Addresses and CIDRs, comma-separated. */
const parseAddresses = (text: string | undefined): readonly string[] | null => {
  if (text === undefined) return null;
  const blocks = text.split(',').map((item) => item.trim());
  const wrong = blocks.find((block) => !isAddressBlock(block));
  if (wrong !== undefined) throw new UsageError(`${printable(wrong)} is neither an address nor a CIDR.`);
  return blocks;
};

/** Output of `--help`. */
const USAGE = `Usage: keys <command> [options]

  create --organisation NAME --name NAME [--scopes LIST] [--expires TIME] [--rate-limit N] [--addresses LIST]
      Creates a key, and the organisation if it does not exist. The key is shown once.
      --scopes      comma-separated: ${SCOPES.join(', ')};
                    * (the default) stands for all but operators:read, which shows the whole platform
      --expires     an ISO 8601 time, or a span such as 12h or 90d; the default is never
      --rate-limit  requests a minute; the default is RATE_LIMIT_PER_MINUTE
      --addresses   comma-separated addresses and CIDRs the key may be used from; the default is any
  list [--organisation NAME] [--all]
      Lists usable keys; --all includes revoked and expired ones.
  revoke ID
      Revokes a key at once. ID is its id, or its last four characters if they are unique.
  limit --organisation NAME --rate-limit N|default
      Sets how many requests a minute all keys of an organisation may make together.
  quota --organisation NAME --unit requests|events|reports|exports --amount N|none
      Sets how much an organisation may use in a month (UTC). Gateways know within 5 seconds.

  --json prints JSON.
`;

interface KeyCommandsDeps {
  store: KeysStore;
  organisations: OrganisationsStore;
  service: KeysService;
  now?: () => number;
}

/** A command's output: text, or JSON with --json. */
interface CommandResult {
  exitCode: 0 | 1 | 2;
  output: string;
}

const OPERATOR: Grantor = { id: 'cli', scopes: ['*', OPERATORS_SCOPE] };

const status = (key: ApiKey, now: number): string => {
  if (key.revokedAt) return `revoked ${key.revokedAt.toISOString().slice(0, 10)}`;
  if (!key.expiresAt) return 'active';
  return `${isUsable(key, now) ? 'until' : 'expired'} ${key.expiresAt.toISOString().slice(0, 16)}`;
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const PAGE = 1_000;

/** The operators' commands, independent of the process that runs them. */
export const createKeyCommands = (deps: KeyCommandsDeps) => {
  const { store, organisations, service, now = Date.now } = deps;

  const create = async (values: CommandOptions): Promise<string> => {
    const candidate = {
      id: typeid('org').toString(),
      name: parseName(values.organisation, '--organisation'),
    };
    const input = {
      name: parseName(values.name, '--name'),
      scopes: parseScopes(values.scopes),
      expiresAt: parseExpiry(values.expires, now()),
      rateLimit: parseRateLimit(values['rate-limit']),
      allowedAddresses: parseAddresses(values.addresses),
    };
    const { id, name } = await organisations.ensureOrganisation(candidate);
    const { key, text } = await service.create({ ...input, organisation: id }, OPERATOR);
    if (values.json)
      return json({ id: key.id, key: text, organisation: { id, name }, scopes: key.scopes, name: key.name });
    const owner = `${printable(name)} (${id})`;
    return `${text}\n\nThis key will not be shown again. Its id is ${key.id}; it belongs to ${owner}.\n`;
  };

  const organisationsNamed = async (name: string | undefined): Promise<Map<string, Organisation>> => {
    const all = await organisations.organisations();
    const wanted = all.filter((organisation) => name === undefined || organisation.name === name);
    if (name !== undefined && wanted.length === 0)
      throw new UsageError(`There is no organisation ${JSON.stringify(name)}.`);
    return new Map(wanted.map((organisation) => [organisation.id, organisation]));
  };

  const list = async (values: CommandOptions): Promise<string> => {
    const owners = await organisationsNamed(values.organisation);
    const pages = [...owners.keys()].map((organisation) => store.list({ organisation, limit: PAGE }));
    const keys = (await Promise.all(pages)).flat().filter((key) => values.all || isUsable(key, now()));
    if (values.json) return json(keys.map((key) => ({ ...key, organisation: owners.get(key.organisation) })));
    if (keys.length === 0) return 'No keys.\n';
    const rows = keys.map((key) => [
      key.id,
      `…${key.lastFour}`,
      owners.get(key.organisation)?.name ?? '',
      key.name,
      key.scopes.join(','),
      status(key, now()),
      key.lastUsedAt?.toISOString().slice(0, 16) ?? 'never used',
    ]);
    return textTable([['ID', 'KEY', 'ORGANISATION', 'NAME', 'SCOPES', 'STATUS', 'LAST USED'], ...rows]);
  };

  const revoke = async (values: CommandOptions, idOrLastFour: string | undefined): Promise<string> => {
    const found = await store.findAnywhere(required(idOrLastFour, 'The id of the key'));
    const [key] = found;
    if (!key) throw new UsageError('There is no such key.');
    if (found.length > 1)
      throw new UsageError(`Several keys end like that: ${found.map(({ id }) => id).join(', ')}.`);
    const revoked = await service.revoke(key.organisation, key.id, OPERATOR);
    return values.json
      ? json(revoked)
      : `Revoked ${revoked.id} (${printable(revoked.name)}, …${revoked.lastFour}).\n`;
  };

  const limit = async (values: CommandOptions): Promise<string> => {
    const [found] = (await organisationsNamed(required(values.organisation, '--organisation'))).values();
    if (!found) throw new UsageError('--organisation is missing.');
    const rateLimit = parseRateLimit(required(values['rate-limit'], '--rate-limit'));
    await organisations.setRateLimit(found.id, rateLimit);
    if (values.json) return json({ ...found, rateLimit });
    return `${printable(found.name)}: ${rateLimit ?? 'the default number of'} requests a minute.\n`;
  };

  const quota = async (values: CommandOptions): Promise<string> => {
    const [found] = (await organisationsNamed(required(values.organisation, '--organisation'))).values();
    if (!found) throw new UsageError('--organisation is missing.');
    const unit = parseUnit(required(values.unit, '--unit'));
    const amount = parseAmount(required(values.amount, '--amount'));
    await organisations.setQuota(found.id, unit, amount);
    if (values.json) return json({ organisation: found, unit, quota: amount });
    return `${printable(found.name)}: ${amount ?? 'any number of'} ${unit} a month.\n`;
  };

  const run = (command: string, values: CommandOptions, argument: string | undefined): Promise<string> => {
    if (command === 'create') return create(values);
    if (command === 'list') return list(values);
    if (command === 'revoke') return revoke(values, argument);
    if (command === 'limit') return limit(values);
    if (command === 'quota') return quota(values);
    throw new UsageError(`There is no command ${printable(command)}.`);
  };

  /**
   * Runs a command line, given without the program's name. Exit code 1: refused; 2: not understood.
   */
  return async (words: readonly string[]): Promise<CommandResult> => {
    try {
      const { values, positionals } = parseCommandLine(words);
      const [command, argument, ...rest] = positionals;
      if (values.help) return { exitCode: 0, output: USAGE };
      if (rest.length > 0 || (argument !== undefined && command !== 'revoke'))
        throw new UsageError(`${String(rest[0] ?? argument)} is one word too many.`);
      if (command === undefined) throw new UsageError('Name a command.');
      return { exitCode: 0, output: await run(command, values, argument) };
    } catch (error) {
      if (isAppError(error)) return { exitCode: 1, output: `${error.message}\n` };
      if (isMistake(error)) return { exitCode: 2, output: `${error.message}\n\n${USAGE}` };
      throw error;
    }
  };
};

/**
 * Operators' command line for API keys: `node gateway/src/keys/cli.ts create|list|revoke`. Needs
 * DATABASE_URL.
 */
const main = async (): Promise<void> => {
  const config = loadConfig<{ DATABASE_URL: string }>({ DATABASE_URL: settings.DATABASE_URL }, process.env);
  const database = createDatabase({
    url: config.DATABASE_URL,
    schema: 'gateway',
    poolSize: 2,
    applicationName: 'keys',
  });
  try {
    const store = createKeysStore(database);
    const run = createKeyCommands({
      store,
      organisations: createOrganisationsStore(database),
      // Limits bound the keys that keys create, not those that operators create.
      service: createKeysService({ store, defaultRateLimit: 0 }),
    });
    const { exitCode, output } = await run(process.argv.slice(2));
    (exitCode === 0 ? process.stdout : process.stderr).write(output);
    process.exitCode = exitCode;
  } finally {
    await database.destroy();
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
